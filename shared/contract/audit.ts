import * as z from 'zod';
import { type AuditAction, auditActions } from '#shared/audit-actions.ts';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id, page, pageQuery, timestamp } from './fields.ts';

const action = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);
const day = z.iso.date().meta({ description: 'A day in UTC, inclusive' });

export const auditEntrySchema = z
  .object({
    item_id: id,
    at: timestamp,
    action,
    person: z
      .object({ user_id: id, full_name: z.string(), email: z.string().optional() })
      .meta({ description: 'Who did it. The address is absent when the account was erased' }),
    object: z
      .object({ id: z.string(), name: z.string() })
      .meta({ description: 'What the action changed' }),
    details: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' });

export type AuditEntry = z.output<typeof auditEntrySchema>;

export const audit = {
  'list-audit': {
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    tag: 'Organizations',
    summary: `Lists who did what in the organization during the last ${limits.auditDays} days, newest first. A page can hold fewer entries than \`limit\`, even none, and still have a next page.`,
    query: z.object({
      org_id: id.optional(),
      action: action.optional(),
      user_id: id
        .optional()
        .meta({ description: 'Only actions of this person: `user_id` of the team list' }),
      from: day.optional(),
      to: day.optional(),
      ...pageQuery,
    }),
    output: page(auditEntrySchema),
    errors: ['NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
