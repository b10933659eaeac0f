import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { conditions } from './search-conditions.ts';

/** Apart from `search`, whose calls each index documents for its customers. */
export const hitMaps = {
  'map-hits': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/map',
    access: 'api-key',
    use: 'search',
    tag: 'Search',
    summary:
      'The best rows of a search, with codes that tell which are near each other in meaning. Counts as one query.',
    params: z.object({ index_id: id }),
    body: onlyMembers({
      request: onlyMembers({
        conceptFeaturesString: z.string().trim().min(1).max(limits.queryMaxBytes).meta({
          description: 'The text to search for, read as `query-index` reads it',
        }),
        syntax: z.enum(['words', 'query']).optional(),
        filters: conditions.optional(),
        relevantOnly: z.boolean().optional(),
        distinct: z.string().min(1).max(1000).optional(),
        fields: z
          .array(z.string().max(1000))
          .min(1)
          .max(limits.mapFields)
          .meta({
            description: `Columns to return. Their cells are cut after ${limits.mapCellLength} characters`,
          }),
      }),
    }),
    output: z.object({
      totalFoundItems: z.int().nonnegative(),
      foundItems: z
        .array(z.object({ conceptScore: z.number().min(0).max(1) }).catchall(z.unknown()))
        .meta({ description: `The best ${limits.mapItems}, best first` }),
      bits: z.int().positive().meta({ description: 'Of each code, a multiple of 32' }),
      codes: z.string().meta({
        description:
          'The codes of the items in their order, `bits / 8` bytes each, as base64. The angle between two rows is about π times the share of bits that differ',
      }),
    }),
    errors: ['IndexNotReady'],
  },
} as const satisfies Record<string, Endpoint>;
