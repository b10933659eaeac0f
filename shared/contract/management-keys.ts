import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { managementScopes } from '#shared/management-scopes.ts';
import type { Endpoint } from './endpoint.ts';
import { id, managementKeyName, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const scopes = z
  .array(z.enum(managementScopes))
  .min(1)
  .max(managementScopes.length)
  .meta({ description: 'What the key may do. A scope to write includes that to read' });

const managementKeySchema = z
  .object({
    id,
    name: z.string(),
    scopes,
    created_at: timestamp,
    created_by: z.string().meta({ description: 'The admin for whom it acts' }),
    used_at: timestamp.optional().meta({ description: 'Its last call' }),
    expires_at: timestamp.optional(),
    works: z.boolean().meta({
      description: 'False if it has expired, or the admin for whom it acts is none any more',
    }),
  })
  .meta({ id: 'ManagementKey' });

export type ManagementKey = z.output<typeof managementKeySchema>;

export const managementKeys = {
  'list-management-keys': {
    method: 'GET',
    path: '/api/management-keys',
    access: 'admin',
    tag: 'Management keys',
    summary: 'Lists the management keys of the organization, without their texts.',
    output: z.object({ items: z.array(managementKeySchema) }),
  },
  'create-management-key': {
    method: 'POST',
    path: '/api/management-keys',
    access: 'admin',
    tag: 'Management keys',
    summary:
      'Makes a key with which programs manage datasets, indexes and keys without a session. Its text is shown once.',
    body: onlyMembers({
      name: managementKeyName,
      scopes,
      days: z.int().min(1).max(limits.managementKeyDaysMax).optional().meta({
        description: 'Days for which it works. Without it, the key has no end',
      }),
    }),
    repeatable: true,
    output: managementKeySchema.extend({ key: z.string() }),
    errors: ['TooManyManagementKeys'],
  },
  'delete-management-key': {
    method: 'DELETE',
    path: '/api/management-keys/{key_id}',
    access: 'admin',
    tag: 'Management keys',
    summary:
      'Revokes a management key. It fails with its next call. API keys that it has made go on, unless they are deleted with it.',
    params: z.object({ key_id: id }),
    query: z.object({
      made_keys: z.enum(['keep', 'delete']).default('keep').meta({
        description:
          'What becomes of API keys that it has made. `delete` may be sent again if not all were deleted in time',
      }),
    }),
    output: z.object({
      id,
      deleted_keys: z.array(id).optional().meta({ description: 'API keys that were deleted' }),
      kept_keys: z.array(id).optional().meta({
        description:
          'API keys that stay, each as the last one of its index, which is never without a key. Make another one, then delete it',
      }),
    }),
    errors: ['KeyNotFound'],
  },
  'get-management-caller': {
    method: 'GET',
    path: '/api/management-keys/caller',
    access: 'member',
    manages: 'any',
    tag: 'Management keys',
    summary: 'Says for whom the caller acts: what other calls take as ids and address.',
    output: z.object({
      org_id: id,
      auth_user_id: id,
      email: z.string(),
      scopes: scopes.optional().meta({ description: 'Of a management key' }),
    }),
  },
} as const satisfies Record<string, Endpoint>;
