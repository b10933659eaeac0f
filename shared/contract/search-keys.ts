import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

export const searchKeys = {
  'create-search-key': {
    method: 'POST',
    path: '/api/search-keys',
    access: 'member',
    tag: 'API keys',
    summary:
      'A key with which the pages of a session search one index for an hour. It ends with the session, and with the membership.',
    body: onlyMembers({ index_id: id }),
    output: z.object({ api_key: z.string(), expires_at: timestamp }),
    errors: ['IndexNotFound', 'TooManyAttempts'],
  },
} as const satisfies Record<string, Endpoint>;
