import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { email, id, timestamp } from './fields.ts';

export const dataExportSchema = z
  .object({
    status: z.enum(['none', 'preparing', 'ready']),
    requested_at: timestamp.optional(),
    available_until: timestamp.optional(),
    download_url: z
      .url()
      .optional()
      .meta({ description: 'Made for this answer; good for some minutes' }),
  })
  .meta({ id: 'DataExport' });

export type DataExport = z.output<typeof dataExportSchema>;

/** The rights of a person: to a copy of their data, and to be forgotten. */
export const personalData = {
  'get-data-export': {
    method: 'GET',
    path: '/api/user/export',
    access: 'user',
    tag: 'Users',
    summary: 'How far the archive of the personal data is, and where to download it.',
    output: dataExportSchema,
  },
  'request-data-export': {
    method: 'POST',
    path: '/api/user/export',
    access: 'user',
    tag: 'Users',
    summary: 'Asks for an archive of the personal data. A mail tells when it is ready.',
    body: z.object({ auth_user_id: id }),
    output: dataExportSchema,
  },
  'erase-user': {
    method: 'POST',
    path: '/api/user/erase',
    access: 'user',
    tag: 'Users',
    summary:
      'Erases the account of the caller; with the last person, the organisation with everything it has. Cannot be undone.',
    body: z.object({
      auth_user_id: id,
      email: email.meta({ description: 'The own address, as confirmation' }),
      erase_organization: z
        .boolean()
        .optional()
        .meta({ description: 'Must be true for the last person of an organisation' }),
    }),
    output: z.object({
      organization_erased: z.boolean(),
    }),
    errors: ['SignInAgain', 'OnlyAdmin', 'LastMember', 'Busy'],
  },
} as const satisfies Record<string, Endpoint>;
