import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** Apart from `indexes` and `search`, whose schemas would make the function's bundle too large. */
export const similarRows = {
  'list-similar-rows': {
    method: 'GET',
    path: '/api/indexes/similar',
    access: 'subscriber',
    tag: 'Indexes',
    summary:
      'The rows of an index that are nearest in meaning to one of them. Does not count as a query: the text searched for is the row’s own.',
    query: z.object({
      index_id: id,
      column: z.string().max(1000).meta({ description: 'A metadata column that names the row' }),
      value: z.string().min(1).max(1000).meta({ description: 'What this column holds' }),
    }),
    output: z.object({
      foundItems: z
        .array(z.object({ conceptScore: z.number().min(0).max(1) }).catchall(z.unknown()))
        .meta({ description: 'Best first, with all metadata; the row itself is left out' }),
    }),
    errors: ['IndexNotFound', 'IndexNotReady', 'TooManyAttempts', 'NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
