import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, organizationName, timestamp } from './fields.ts';
import { apiKeySchema, maskedKeys } from './index-keys.ts';
import { onlyMembers } from './only-members.ts';

export const organizationSchema = z
  .object({
    item_id: id,
    name: z.string(),
    created_at: timestamp,
    apis: z.object({
      us_patents_endpoint: z.url(),
      wiki_endpoint: z.url(),
      arxiv_endpoint: z.url(),
      us_patents_api_keys: z.array(apiKeySchema),
      wiki_api_keys: z.array(apiKeySchema),
      arxiv_api_keys: z.array(apiKeySchema),
    }),
  })
  .meta({ id: 'Organization' });

export type Organization = z.output<typeof organizationSchema>;

export const organizations = {
  'create-organization': {
    method: 'POST',
    path: '/api/organizations',
    access: 'user',
    tag: 'Organizations',
    summary: 'Creates an organization with the caller as admin and an API key for each catalogue.',
    body: z.object({ name: organizationName }),
    output: organizationSchema,
    errors: ['OrganizationExists', 'OrganizationNameTooShort', 'TooManyAttempts'],
  },
  'get-organization': {
    method: 'GET',
    path: '/api/organizations',
    access: 'member',
    tag: 'Organizations',
    summary:
      'The organization of the signed-in user, with catalogue endpoints and API keys, shown as in the list of keys.',
    query: z.object({
      org_id: id.optional(),
      auth_user_id: id.optional(),
      masked: maskedKeys,
    }),
    output: organizationSchema,
    errors: ['NotFound', 'Forbidden'],
  },
  'update-organization': {
    method: 'PUT',
    path: '/api/organizations',
    access: 'admin',
    tag: 'Organizations',
    summary: 'Renames the organization.',
    body: z.object({
      org_id: id,
      auth_user_id: id,
      org_name: organizationName,
    }),
    output: organizationSchema.pick({ item_id: true, name: true, created_at: true }),
    errors: ['NotFound', 'OrganizationNameTooShort'],
  },
  'require-second-factor': {
    method: 'PUT',
    path: '/api/organizations/second-factor',
    access: 'admin',
    tag: 'Organizations',
    summary:
      'Switches whether members need a session that began with a code of an authenticator app. To switch it on, the caller needs one. API keys are not affected.',
    body: onlyMembers({ org_id: id, auth_user_id: id, required: z.boolean() }),
    output: z.object({ required: z.boolean() }),
    errors: ['NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
