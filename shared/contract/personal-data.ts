import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { email, id, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

export const dataExportSchema = z
  .object({
    status: z.enum(['none', 'preparing', 'ready']),
    requested_at: timestamp.optional(),
    available_until: timestamp.optional(),
    download_url: z
      .url()
      .optional()
      .meta({ description: 'Presigned for this answer, valid for some minutes' }),
  })
  .meta({ id: 'DataExport' });

export type DataExport = z.output<typeof dataExportSchema>;

/** A person's rights: to get a copy of their data, and to have it erased. */
export const personalData = {
  'get-data-export': {
    method: 'GET',
    path: '/api/user/export',
    access: 'user',
    tag: 'Users',
    summary: 'Status of the archive of personal data, and its download URL once it is ready.',
    output: dataExportSchema,
  },
  'request-data-export': {
    method: 'POST',
    path: '/api/user/export',
    access: 'user',
    tag: 'Users',
    summary: 'Requests an archive of personal data. An email says when it is ready.',
    body: onlyMembers({ auth_user_id: id }),
    output: dataExportSchema,
    errors: ['Forbidden', 'TooManyAttempts'],
  },
  'erase-user': {
    method: 'POST',
    path: '/api/user/erase',
    access: 'user',
    tag: 'Users',
    summary:
      'Erases the caller’s account. If the caller is the last member, the organization and all its data are erased too. Cannot be undone.',
    body: onlyMembers({
      auth_user_id: id,
      email: email.meta({ description: 'The caller’s own address, as confirmation' }),
      erase_organization: z
        .boolean()
        .optional()
        .meta({ description: 'Must be true for the last person of an organization' }),
    }),
    output: z.object({
      organization_erased: z.boolean(),
    }),
    errors: ['Forbidden', 'SignInAgain', 'OnlyAdmin', 'LastMember'],
  },
} as const satisfies Record<string, Endpoint>;
