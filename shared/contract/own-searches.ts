import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { columnOrder, conditions } from './search-conditions.ts';

const ownSearch = z
  .object({
    at: timestamp,
    index_id: id,
    text: z.string().min(1),
    syntax: z.enum(['words', 'query']).meta({ description: 'How the text was read' }),
    filters: conditions.meta({ description: 'Conditions on columns, as in a search' }),
    sort: columnOrder.optional().meta({ description: 'The order, if not by relevance' }),
    results: z.number().int().optional().meta({ description: 'Absent if the search failed' }),
  })
  .meta({ id: 'OwnSearch' });

export type OwnSearch = z.output<typeof ownSearch>;

export const ownSearches = {
  'list-own-searches': {
    method: 'GET',
    path: '/api/searches',
    access: 'member',
    tag: 'Search',
    summary: `Lists the latest searches of the caller on pages, each text of an index once with the filters that it had last: of the last 30 days, at most ${limits.ownSearchesListed}. Empty where an organization keeps no texts.`,
    output: z.object({ items: z.array(ownSearch) }),
  },
} as const satisfies Record<string, Endpoint>;
