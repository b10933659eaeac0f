import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { email, fullName, id, timestamp } from './fields.ts';

export const userSchema = z
  .object({
    item_id: id,
    auth_user_id: id,
    email: z.string(),
    full_name: z.string(),
    email_verified: z.boolean(),
    type: z.literal('sign_up'),
    role: z.enum(['admin', 'member']).optional(),
    org_id: id.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'User' });

export type User = z.output<typeof userSchema>;

export const users = {
  'create-user': {
    method: 'POST',
    path: '/api/users',
    access: 'token',
    tag: 'Users',
    summary: 'Creates the user record of the account that signed in for the first time.',
    body: z.object({
      full_name: fullName,
      email,
      auth_user_id: id,
      type: z.literal('sign_up'),
    }),
    output: userSchema,
    errors: ['UserExists'],
  },
  'get-user': {
    method: 'GET',
    path: '/api/users',
    access: 'user',
    tag: 'Users',
    summary: 'The signed-in user.',
    query: z.object({ user_id: id.optional() }),
    output: userSchema,
  },
} as const satisfies Record<string, Endpoint>;
