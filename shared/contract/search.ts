import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { conditions, facet, facetRequest, sortOrder } from './search-conditions.ts';

const params = z.object({ index_id: id });

/** The text of a query. The specification allows 1 MB. */
const queryText = z.string().trim().min(1).max(limits.queryMaxBytes).meta({
  description: 'The text to search for: a sentence, an abstract, a whole claim',
});

const termShare = z.object({
  term: z.string(),
  share: z.number(),
  synonymOf: z.string().optional().meta({
    description: 'The word of the query that `term` is a synonym of, by the synonyms of the index',
  }),
});

/** Start and end of a word, the end exclusive, in UTF-16 units. */
const textRange = z.tuple([z.number().int(), z.number().int()]);

const explanationSchema = z
  .object({
    terms: z.array(termShare).meta({ description: 'Words of the query that the row contains' }),
    concepts: z
      .array(termShare)
      .meta({ description: 'Words of the row that are near the query in meaning' }),
    vector: z.number().min(0).max(1).optional().meta({
      description: 'With `vector`: the share that the vector of the row has in the score',
    }),
    isRelevant: z.boolean().optional().meta({
      description:
        'Whether `relevantOnly` keeps the row. Absent in lists that nothing ranks, of rows that are found by their id, and for keys that see a part of the index',
    }),
    passage: z
      .object({
        column: z.string().optional().meta({
          description:
            'The column that it is from, if that is not the index column: another column of text is quoted where only that has words of the query',
        }),
        text: z.string(),
        start: z.number().int(),
        end: z.number().int(),
        termRanges: z
          .array(textRange)
          .meta({ description: 'Where `text` has words of the query, in any form of them' }),
        conceptRanges: z
          .array(textRange)
          .meta({ description: 'Where `text` has words that are listed in `concepts`' }),
      })
      .nullable()
      .meta({
        description:
          'The best matching passage, with its offsets in UTF-16 code units; ranges are [start, end) within `text`',
      }),
    highlights: z.record(z.string(), z.array(textRange)).meta({
      description:
        'Where the returned columns of text have words of the query: [start, end) in UTF-16 code units, by column',
    }),
  })
  .meta({ id: 'Explanation', description: 'Why a row was found. Shares are of the row’s score' });

export type Explanation = z.output<typeof explanationSchema>;

export const foundItemSchema = z
  .object({
    conceptScore: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'How well the item fits the query. Comparable within one index' }),
    sameValue: z.number().int().positive().optional().meta({
      description: 'With `distinct`: how many matches have the same value, this one included',
    }),
    explanation: explanationSchema.optional(),
  })
  .catchall(z.unknown())
  .meta({ id: 'FoundItem', description: 'The metadata columns and the score of a row' });

export type FoundItem = z.output<typeof foundItemSchema>;

const indexErrors = ['IndexNotReady'] as const;
const searchErrors = [...indexErrors, 'AnswerTooLarge'] as const;

/** Calls that read an index, which a hint has got ready. */
const warmedCalls = ['query', 'queries', 'similar', 'search'] as const;

export type WarmedCall = (typeof warmedCalls)[number];

/** Without a text, rows are listed: a request that asks for nothing is a mistake. */
export const hasTextOrList = ({
  conceptFeaturesString,
  vector,
  filters = [],
  sort,
}: {
  conceptFeaturesString?: string | undefined;
  vector?: unknown;
  filters?: readonly unknown[] | undefined;
  sort?: unknown;
}) =>
  conceptFeaturesString !== undefined ||
  vector !== undefined ||
  filters.length > 0 ||
  sort !== undefined;

/** What is said of a request that asks for nothing. */
export const textMissing = {
  path: ['conceptFeaturesString'],
  error: 'Invalid input: expected string, received undefined',
};

const signalWeight = z.number().min(0).max(limits.signalWeightMax).optional();

/** What the signals of the ranking count. */
const signalWeights = onlyMembers({
  words: signalWeight.meta({ description: 'Words of the text, in any form of them' }),
  meaning: signalWeight.meta({ description: 'How near rows are to the text in meaning' }),
  vector: signalWeight.meta({
    description: 'The vector, beside the weight that the index has given it',
  }),
}).meta({ id: 'SignalWeights', description: 'What the signals of a ranking count, 1 if absent' });

/** One search. */
const searchRequest = onlyMembers({
  conceptFeaturesString: queryText.optional().meta({
    description:
      'The text to search for: a sentence, an abstract, a whole claim. Without it and `vector`, `filters` or `sort` list rows, whose `conceptScore` is 0',
  }),
  syntax: z.enum(['words', 'query']).optional().meta({
    description:
      'How `conceptFeaturesString` is read. `words`, the default: all of it ranks. `query`: `"phrase"`, `+must`, `-not`, `AND`, `OR`, `NOT` with brackets, `NEAR/5`, `word*` and `column:value` decide which rows may be found; the words still rank',
  }),
  vector: z
    .array(z.number())
    .min(limits.vectorMinDimensions)
    .max(limits.vectorMaxDimensions)
    .optional()
    .meta({
      description:
        'For an index with a column of vectors: a vector of the same model and number of dimensions, of any length. Rows with near vectors are found, too, and their cosines count beside the text; without a text, they alone rank',
    }),
  maxNumItems: z
    .number()
    .int()
    .min(1)
    .max(limits.searchMaxItems)
    .default(limits.searchMaxItems)
    .meta({ description: 'Maximum number of items to return' }),
  filters: conditions.optional().meta({
    description:
      'Conditions on columns, which may be joined: `{"or": […]}`, `{"and": […]}`, `{"not": …}`. A row must meet all of the list',
  }),
  fields: z
    .array(z.string().max(1000))
    .max(limits.columnsMax)
    .optional()
    .meta({ description: 'Columns to return. All metadata columns if absent' }),
  relevantOnly: z.boolean().optional().meta({
    description:
      'Stops where relevance does: leaves out items far below the best one of the index, which `lessRelevantItems` counts',
  }),
  minimumScore: z
    .number()
    .min(10 ** -limits.scoreDecimals)
    .max(1)
    .optional()
    .meta({
      description:
        'Leaves out items with a lower `conceptScore`, and does not count them: `totalFoundItems`, `facets`, pages and lists by `sort` are of what is left of the best thousand rows. Needs a text or a vector',
    }),
  weights: signalWeights.optional().meta({
    description:
      'What each signal counts: only the ratios matter, and 0 leaves a signal out. They order the rows that are found, and find no others. Needs a text',
  }),
  explain: z.boolean().optional().meta({
    description:
      'Adds to each item why it was found, its best passage, and where its columns have words of the query',
  }),
  distinct: z.string().min(1).max(1000).optional().meta({
    description:
      'A column of codes or names: of the matches with the same value, only the first is an item, with their number as `sameValue`. Whole cells are compared, without regard to case and accents; rows without a value are items each',
  }),
  facets: z.array(facetRequest).min(1).max(limits.facetsMax).optional().meta({
    description: 'Counts all matches, exactly those of `totalFoundItems`, by columns',
  }),
  sort: sortOrder.optional().meta({
    description:
      'Lists all matches in this order instead of ranking them: `rows`, the order of the index, or a column of numbers or dates',
  }),
  pages: z.boolean().optional().meta({
    description:
      'Gives `next` with ranked items, too, which go on to the thousandth. Without it, they have no `next`',
  }),
  after: z.string().max(limits.searchCursorMaxLength).optional().meta({
    description: 'The `next` of the answer that this one continues. All else must be as before',
  }),
}).refine(hasTextOrList, textMissing);

const searchAnswer = z.object({
  totalFoundItems: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: 'Number of matching rows. The best of them are returned' }),
  lessRelevantItems: z.number().int().nonnegative().optional().meta({
    description:
      'With `relevantOnly`: number of rows that match and are left out. Absent where the text is the id of a row',
  }),
  foundItems: z.array(foundItemSchema).meta({
    description:
      'The best rows, best first: of each its metadata columns under their names, and `conceptScore`. As many as `maxNumItems` at most',
  }),
  queryProblem: z.string().optional().meta({
    description:
      'With `syntax: "query"`: why the query, or a field of it that no column has, was read as words',
  }),
  vectorProblem: z.string().optional().meta({
    description:
      'Of an index whose rows the installation embeds: why the text was searched without a vector',
  }),
  synonyms: z
    .array(z.object({ word: z.string(), synonyms: z.array(z.string()) }))
    .optional()
    .meta({
      description:
        'Words and phrases of the text that were searched as others, too, by the synonyms of the index',
    }),
  facets: z.array(facet).optional().meta({ description: 'In the order of the request' }),
  next: z.string().optional().meta({
    description:
      'If a list or pages go on: what `after` of the next request is. Valid until the index is rebuilt',
  }),
});

export type SearchRequest = z.output<typeof searchRequest>;
export type SearchAnswer = z.output<typeof searchAnswer>;

/** Of several searches, one that failed. */
const refusal = z.object({
  code: z
    .string()
    .meta({ description: 'As of an answer that is an error, such as `InvalidRequest`' }),
  message: z.string().meta({ description: 'What is wrong with this search' }),
});

const refusedSearch = z.object({ error: refusal });

const { shape } = searchRequest;

/** What a search asks of each of several indexes. */
const searchOfIndexes = onlyMembers({
  syntax: shape.syntax,
  maxNumItems: shape.maxNumItems,
  relevantOnly: shape.relevantOnly,
  minimumScore: shape.minimumScore,
  weights: shape.weights,
  explain: shape.explain,
  conceptFeaturesString: queryText.meta({
    description: 'The text to search for: a sentence, an abstract, a whole claim',
  }),
});

/** One of several indexes, with what its columns decide. */
const searchedIndex = onlyMembers({
  index_id: id.meta({ description: 'Id of the index, or the name of a catalogue' }),
  api_key: z.string().min(1).max(limits.tenantTokenMaxLength).meta({
    description:
      'A key of this index, or a tenant token. It decides what is found, as in a search of its own',
  }),
  filters: shape.filters,
  fields: shape.fields,
  vector: shape.vector,
});

export type RefusedSearch = z.output<typeof refusedSearch>;

export const search = {
  'query-index': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/query',
    access: 'api-key',
    use: 'search',
    tag: 'Search',
    summary: 'Finds the rows of an index that are nearest in meaning to a text.',
    params,
    body: onlyMembers({
      request: searchRequest,
    }),
    output: searchAnswer,
    errors: searchErrors,
  },
  'query-index-several': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/queries',
    access: 'api-key',
    use: 'search',
    tag: 'Search',
    summary: `Several searches in one call, ${limits.queriesOfCall} at most. Each counts as a query: all are carried out, or none if fewer are left.`,
    params,
    body: onlyMembers({
      requests: z.array(searchRequest).min(1).max(limits.queriesOfCall).meta({
        description: 'Searches, each as `request` of `POST /query`',
      }),
    }),
    output: z.object({
      answers: z.array(z.union([searchAnswer, refusedSearch])).meta({
        description:
          'In the order of the requests. Each is an answer as that of `POST /query`, or has an `error`: what the index refuses fails alone, and does not count. So does what leaves no room in an answer of 6 MB (`AnswerTooLarge`)',
      }),
    }),
    errors: searchErrors,
  },
  'search-indexes': {
    method: 'POST',
    path: '/api/v1/search',
    access: 'api-key',
    use: 'search',
    keysInBody: true,
    tag: 'Search',
    summary: `Searches up to ${limits.indexesOfSearch} indexes for one text, with a key of each, and merges what they find by score. Counts as a query of each.`,
    body: onlyMembers({
      request: searchOfIndexes,
      indexes: z
        .array(searchedIndex)
        .min(1)
        .max(limits.indexesOfSearch)
        .refine(
          (indexes) => new Set(indexes.map(({ index_id }) => index_id)).size === indexes.length,
          {
            error: 'Each index may be named once',
          },
        ),
    }),
    output: z.object({
      foundItems: z
        .array(
          z.object({
            index_id: id.meta({ description: 'The index that has the row' }),
            item: foundItemSchema,
          }),
        )
        .meta({
          description:
            'The best rows of all indexes, by falling `conceptScore`; of equal ones, those of the index that is named first',
        }),
      indexes: z
        .array(
          z.object({
            index_id: id,
            ...searchAnswer.omit({ foundItems: true, facets: true, next: true }).partial().shape,
            error: refusal.optional().meta({
              description:
                'Why this index was not searched: its key, its limits, or the index. The others were. If none could be, the call fails with the first error',
            }),
          }),
        )
        .meta({ description: 'In the order of the request: what each index says beside its rows' }),
    }),
    errors: searchErrors,
  },
  'query-similar-rows': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/similar',
    access: 'api-key',
    use: 'search',
    tag: 'Search',
    summary: 'Finds the rows of an index that are nearest in meaning to one of them.',
    params,
    body: onlyMembers({
      request: onlyMembers({
        column: z.string().min(1).max(1000).meta({
          description: 'A metadata column that names the row, such as its id',
        }),
        value: z.string().trim().min(1).max(1000).meta({
          description: 'What this column holds. All rows that hold it are left out of the answer',
        }),
        maxNumItems: z
          .number()
          .int()
          .min(1)
          .max(limits.searchMaxItems)
          .default(limits.similarRows)
          .meta({ description: 'Maximum number of items to return' }),
        filters: conditions.optional().meta({
          description: 'Conditions that the other rows must meet, as those of `POST /query`',
        }),
        fields: z
          .array(z.string().max(1000))
          .max(limits.columnsMax)
          .optional()
          .meta({ description: 'Columns to return. All metadata columns if absent' }),
      }),
    }),
    output: z.object({
      foundItems: z.array(foundItemSchema).meta({
        description: 'The nearest rows, best first, as those of `POST /query`',
      }),
    }),
    errors: [...searchErrors, 'NotFound'],
  },
  'get-query-vector': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/vectors',
    access: 'api-key',
    use: 'vectors',
    tag: 'Search',
    summary: 'The vector of a text in the concept space of an index.',
    params,
    body: onlyMembers({ request: onlyMembers({ query: queryText }) }),
    output: z.object({
      vector: z
        .array(z.number())
        .meta({ description: 'Unit length, or all zeros if the index knows no word of the text' }),
    }),
    errors: indexErrors,
  },
  'get-dictionary': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/dictionary',
    access: 'api-key',
    use: 'vectors',
    tag: 'Search',
    summary: 'The terms of an index that are nearest in meaning to a text.',
    params,
    body: onlyMembers({ request: onlyMembers({ query: queryText }) }),
    output: z.object({
      terms: z.array(z.object({ term: z.string(), score: z.number() })).meta({
        description: 'Best first, with their cosine. Words of the text itself are left out',
      }),
    }),
    errors: indexErrors,
  },
  'warm-index': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/warm',
    access: 'api-key',
    use: 'search',
    tag: 'Search',
    summary:
      'Prepares an index for searches that will follow within minutes. It is free and answers at once; the index is read meanwhile.',
    params,
    body: onlyMembers({
      calls: z.array(z.enum(warmedCalls)).min(1).max(warmedCalls.length).default(['query']).meta({
        description:
          'The calls that will follow: each is answered by a function of its own. `search` is `POST /api/v1/search`',
      }),
    }),
    output: z.object({}),
  },
  'record-click': {
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/clicks',
    access: 'api-key',
    use: 'search',
    tag: 'Search',
    summary:
      'Reports that somebody opened a row that a search found, for the analytics of searches. It is free.',
    params,
    body: onlyMembers({
      text: z.string().trim().min(1).max(limits.searchTextKept).meta({
        description: 'The text of the search, or the beginning of a longer one',
      }),
      row: z.string().trim().min(1).max(limits.clickedRowMaxLength).meta({
        description: 'What names the row, such as its number or title',
      }),
      position: z.int().min(1).max(limits.clickPositionMax).optional().meta({
        description: 'Place among what was found: 1 is the first',
      }),
    }),
    output: z.object({
      recorded: z.boolean().meta({
        description: 'False for an organization that keeps no texts of searches: nothing is kept',
      }),
    }),
  },
} as const satisfies Record<string, Endpoint>;
