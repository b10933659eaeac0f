import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { freeText, id } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const row = z.record(z.string(), z.string());

/** Apart from `search`, whose calls each index documents for its customers: one key reads one index, and this takes two. */
export const counterparts = {
  'list-counterparts': {
    method: 'POST',
    path: '/api/indexes/counterparts',
    access: 'subscriber',
    tag: 'Indexes',
    summary:
      'Goes through the rows of an index and finds for each the row of another index that is nearest in meaning. Does not count as a query: the texts searched for are the rows’ own.',
    body: onlyMembers({
      index_id: id.meta({ description: 'The index whose rows are compared, in their order' }),
      other_index_id: id.meta({ description: 'The index that is searched for each of them' }),
      text: freeText(limits.savedSearchTextMaxLength).min(1).optional().meta({
        description: 'Compares only the rows that this search finds. All if absent',
      }),
      syntax: z
        .enum(['words', 'query'])
        .default('words')
        .meta({ description: 'How the text is read, as in a search: `words` or `query`' }),
      after: z.string().max(limits.searchCursorMaxLength).optional().meta({
        description: 'The `next` of the answer that this one continues',
      }),
    }),
    output: z.object({
      total: z.int().nonnegative().meta({ description: 'How many rows there are to compare' }),
      items: z
        .array(
          z.object({
            row: row.meta({
              description: `What names the row: its title, id and link. Cells are cut after ${limits.counterpartCellLength} characters`,
            }),
            nearness: z.number().min(0).max(1).meta({
              description:
                'The score of the counterpart in a search for the text of the row. Equal texts have .7 to 1, mostly more than .9; of texts of different fields hardly any has .4. 0 without a counterpart',
            }),
            counterpart: row.optional().meta({
              description: 'The same of the nearest row of the other index, if it has any',
            }),
          }),
        )
        .meta({ description: `The next ${limits.counterpartRows} rows` }),
      next: z.string().optional().meta({
        description: 'If rows are left: what `after` of the next request is',
      }),
    }),
    errors: ['IndexNotFound', 'IndexNotReady', 'TooManyAttempts'],
  },
} as const satisfies Record<string, Endpoint>;
