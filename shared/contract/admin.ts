import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, page, pageQuery, timestamp } from './fields.ts';

const organizationRow = z
  .object({
    id,
    name: z.string(),
    created_at: timestamp,
    subscription_id: z.string().optional().meta({ description: 'Absent until a plan was bought' }),
    status: z.string().meta({ description: 'As the subscription page words it' }),
    paused_payment: z.boolean().meta({
      description: 'Whether invoices are waived, and the product can be used all the same',
    }),
  })
  .meta({ id: 'OrganizationRow' });

export type OrganizationRow = z.output<typeof organizationRow>;

/** What only staff of the provider may do. */
export const admin = {
  'list-organizations': {
    method: 'GET',
    path: '/api/admin/organizations',
    access: 'staff',
    tag: 'Administration',
    summary: 'Lists all organisations by name.',
    query: z.object({
      search: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Part of the name or of the id, in any case' }),
      ...pageQuery,
    }),
    output: page(organizationRow),
  },
  'pause-payment': {
    method: 'PUT',
    path: '/api/admin/organizations',
    access: 'staff',
    tag: 'Administration',
    summary:
      'Waives the invoices of an organisation, which is served as if it had paid, or collects them again.',
    body: z.object({
      auth_user_id: id.meta({ description: 'Id of the caller' }),
      org_id: id,
      subscription_id: id,
      paused_payment: z.boolean(),
    }),
    output: organizationRow,
    errors: ['NotFound', 'BillingUnavailable', 'Busy'],
  },
} as const satisfies Record<string, Endpoint>;
