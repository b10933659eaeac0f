import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields.ts';

const params = z.object({ index_id: id });

const filterSchema = z
  .object({
    column: z.string().min(1).max(1000),
    operator: z.enum(['<', '=', '>']),
    value: z.string().max(1000),
  })
  .meta({ id: 'Filter', description: 'Dates compare as dates, codes and names as whole values' });

/** Documented text of at most 1 MB. */
const queryText = z.string().trim().min(1).max(limits.queryMaxBytes);

export const foundItemSchema = z
  .object({
    conceptScore: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'How well the item fits the query, comparable within one index' }),
  })
  .catchall(z.unknown())
  .meta({ id: 'FoundItem', description: 'The metadata columns of a row, and its score' });

export type FoundItem = z.output<typeof foundItemSchema>;

const searchErrors = ['IndexNotReady', 'Busy'] as const;

export const search = {
  'query-index': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/query',
    access: 'api-key',
    tag: 'Search',
    summary: 'Finds the rows of an index that are nearest in meaning to a text.',
    params,
    body: z.object({
      request: z.object({
        conceptFeaturesString: queryText,
        maxNumItems: z
          .number()
          .int()
          .min(1)
          .max(limits.searchMaxItems)
          .default(limits.searchMaxItems),
        filters: z.array(filterSchema).max(20).optional(),
        fields: z.array(z.string().max(1000)).max(limits.columnsMax).optional(),
        explain: z.boolean().optional(),
      }),
    }),
    output: z.object({
      totalFoundItems: z.number().int(),
      foundItems: z.array(foundItemSchema),
    }),
    errors: searchErrors,
  },
  'get-query-vector': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/vectors',
    access: 'api-key',
    tag: 'Search',
    summary: 'The vector of a text in the concept space of an index.',
    params,
    body: z.object({ request: z.object({ query: queryText }) }),
    output: z.object({ vector: z.array(z.number()) }),
    errors: searchErrors,
  },
  'get-dictionary': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/dictionary',
    access: 'api-key',
    tag: 'Search',
    summary: 'The terms of an index that are nearest in meaning to a text.',
    params,
    body: z.object({ request: z.object({ query: queryText }) }),
    output: z.object({ terms: z.array(z.object({ term: z.string(), score: z.number() })) }),
    errors: searchErrors,
  },
} as const satisfies Record<string, Endpoint>;
