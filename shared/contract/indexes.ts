import * as z from 'zod';
import { columnRole, columnsFit, usedColumns } from '#shared/column-roles.ts';
import { columnUses } from '#shared/column-uses.ts';
import { limits } from '#shared/limits.ts';
import { columnType, readingSchema } from '#shared/reading.ts';
import { synonymsProblem } from '#shared/synonyms.ts';
import { utf8Bytes } from '#shared/utf8-bytes.ts';
import type { Endpoint } from './endpoint.ts';
import { email, id, page, pageQuery, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const progressSchema = z
  .object({
    stage: z.enum(['queued', 'planning', 'training', 'indexing', 'loading', 'publishing', 'done']),
    percent: z.number().min(0).max(100),
    rows: z.number().int(),
    rejects: z.number().int(),
    read: z.object({ bytes: z.number().int(), of: z.number().int() }).optional().meta({
      description: 'In the stage `planning`: bytes of the dataset that were read, of how many',
    }),
    placement: z.enum(['functions', 'cluster']).optional().meta({
      description: 'What will hold the rows for searches. Known once the rows are counted',
    }),
  })
  .meta({ id: 'BuildProgress' });

export type BuildProgress = z.output<typeof progressSchema>;

export const indexSchema = z
  .object({
    item_id: id,
    name: z.string(),
    created_at: timestamp,
    modified_at: timestamp,
    author: z.string(),
    status: z.enum(['Active', 'Processing', 'Failed']),
    builtin: z.boolean(),
    version: z.string(),
    api_endpoint: z.url(),
    dataset_name: z.string(),
    dataset_size: z.number().int(),
    rows: z.number().int(),
    columns_role: z.record(z.string(), columnRole),
    columns_type: z.record(z.string(), columnType).optional().meta({
      description:
        'What each column holds, which says how filters compare it. Absent before the first build',
    }),
    vector_dimensions: z.number().int().optional().meta({
      description: 'Numbers of a vector in the column of vectors. Absent without one',
    }),
    columns_use: z.record(z.string(), z.enum(columnUses)).optional().meta({
      description:
        'Which columns are the title, the link and the id of a row. Absent if that was never chosen: then it is told from their names',
    }),
    columns_data: z.string().optional().meta({
      description:
        'JSON list with one list per column: its name, then sample values. Only present when `index_id` is given',
    }),
    progress: progressSchema,
    failure: z
      .string()
      .optional()
      .meta({ description: 'Why the last build failed, and what to do about it' }),
  })
  .meta({ id: 'Index' });

export type Index = z.output<typeof indexSchema>;

const share = z.number().min(0).max(1);

export const indexQualitySchema = z
  .object({
    rows: z.number().int(),
    rejects: z.number().int(),
    repairs: z.number().int().meta({
      description:
        'Rows with a delimiter in their text, which were joined again, or with damaged characters',
    }),
    terms: z.number().int().meta({ description: 'Distinct words that the index knows' }),
    dimensions: z.number().int().meta({ description: 'Dimensions of the concept space' }),
    language: z.string().meta({
      description: 'Detected language. It decides which stemming and stop words apply',
    }),
    languages: z.array(z.string()).meta({
      description:
        'All languages that at least a fiftieth of the rows are in, that of most rows first. Of several, each cell has its own',
    }),
    half_documents: z.number().int().meta({
      description:
        'Number of test documents: a few words of one half of each were the query for the other half. 0 if the dataset is too small. The test compares builds of one dataset; it favours words, because both halves share their author',
    }),
    lexical_ndcg: share.meta({ description: 'nDCG@10 of that test when ranked by words alone' }),
    concept_ndcg: share.meta({ description: 'nDCG@10 when ranked by meaning alone' }),
    mixed_ndcg: share.meta({ description: 'nDCG@10 as the index ranks' }),
    nearest: z
      .object({ queries: z.number().int(), recall: share, margin: z.number() })
      .optional()
      .meta({
        description:
          'Recall of the search by vector: the mean share of the 100 nearest rows that it finds, with half the width of the 95 % confidence interval. Indexes of fewer than 400 rows are measured on their nearest quarter',
      }),
    vectors: z
      .object({
        rows: z.number().int().meta({ description: 'Rows that have a vector' }),
        weight: z
          .number()
          .meta({ description: 'What they count beside words, whose scores are 0 to 1' }),
        is_set: z.boolean().meta({ description: 'Whether a person has set the weight' }),
        ndcg_without: share.meta({ description: 'nDCG@10 of the test without vectors' }),
        ndcg: share.meta({ description: 'nDCG@10 of the test with vectors at this weight' }),
      })
      .optional()
      .meta({
        description:
          'The column of vectors. In the test, the vector of a query is guessed from the rows that its words find',
      }),
    build_seconds: z.number().optional(),
    changes: z
      .object({
        added: z.number().int().meta({ description: 'Rows that were added or replaced others' }),
        removed: z.number().int().meta({ description: 'Rows that were replaced or deleted' }),
        new_words: share.meta({
          description: 'Share of the words of the added rows that the index did not learn',
        }),
        new_words_of_index: share.meta({ description: 'The same of the rows that were built' }),
        nearness: share.optional().meta({
          description:
            'How near the added rows are in meaning to those that were built: the mean of their highest cosines with a sample of these. Absent if the index is too small',
        }),
        nearness_of_index: share
          .optional()
          .meta({ description: 'How near the rows that were built are to each other' }),
        rebuild_advised: z.boolean().meta({
          description:
            'Whether the added rows differ so much from those that were built that a build may find them better',
        }),
      })
      .optional()
      .meta({ description: 'What has changed in the rows since the build' }),
    placement: z.enum(['functions', 'cluster']).meta({
      description:
        'What holds the rows for searches: the functions that answer, or an OpenSearch cluster',
    }),
  })
  .meta({ id: 'IndexQuality' });

export type IndexQuality = z.output<typeof indexQualitySchema>;

/** A value for each of some columns. All names together are limited, because they are stored in one item. */
const byColumn = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().max(limits.columnNameMaxLength), value)
    .refine((columns) => Object.keys(columns).length <= limits.columnsMax, {
      error: `a dataset has at most ${limits.columnsMax} columns`,
    })
    .refine((columns) => utf8Bytes(Object.keys(columns).join('')) <= limits.columnNamesMaxBytes, {
      error: `the names of the columns have at most ${limits.columnNamesMaxBytes} bytes together`,
    });

const columnsRole = z
  .record(z.string(), columnRole)
  .refine((roles) => usedColumns(roles).length <= limits.columnsMax, {
    error: `an index has at most ${limits.columnsMax} columns that are not ignored`,
  })
  .refine((roles) => columnsFit(usedColumns(roles).slice(0, limits.columnsMax)), {
    error: `the names of the columns have at most ${limits.columnNamesMaxBytes} bytes together`,
  })
  .refine(
    (roles) => usedColumns(roles).every((name) => name.length <= limits.columnNameMaxLength),
    { error: `the name of a column has at most ${limits.columnNameMaxLength} characters` },
  )
  .meta({
    minProperties: 2,
    description: `Role of each column. Absent ones are ignored. At most ${limits.columnsMax} are used, whose names have at most ${limits.columnNamesMaxBytes} bytes of UTF-8 together`,
  });
const columnsType = byColumn(columnType)
  .meta({
    maxProperties: limits.columnsMax,
    description: `What columns hold. For a column that is absent it is told from its values. The names have at most ${limits.columnNamesMaxBytes} bytes of UTF-8 together`,
  })
  .optional();
const columnsUse = byColumn(z.enum(columnUses))
  .refine((uses) => new Set(Object.values(uses)).size === Object.keys(uses).length, {
    error: 'a use is that of one column at most',
  })
  .meta({
    maxProperties: columnUses.length,
    description:
      'Which metadata columns are the title, the link and the id of a row, as pages show it. Each is one column at most. Without it, it is told from the names of the columns; `{}` says that no column is one',
  })
  .optional();
const vectorWeight = z.number().min(0).max(limits.vectorMaxWeight).meta({
  description:
    'What the column of vectors counts beside words, whose scores are 0 to 1. Absent: the build chooses by halves of documents',
});
const embed = z.boolean().meta({
  description:
    'Whether the model of this installation gives rows and queries vectors. Only if the preview of a file names an `embedder`; its provider charges what the preview says at most, and texts that a build before has embedded are not sent again',
});
const columnsData = z
  .string()
  .max(limits.columnSamplesMaxBytes)
  .refine((samples) => utf8Bytes(samples) <= limits.columnSamplesMaxBytes, {
    error: `the samples have at most ${limits.columnSamplesMaxBytes} bytes`,
  });
const synonymLines = z.array(z.string()).meta({
  maxItems: limits.synonymsMax,
  description: `One per line: \`car = automobile\` is searched both ways, \`ipad => tablet\` one way. At most ${limits.synonymsMax} lines of ${limits.synonymPhrasesMax} words or phrases, which have ${limits.synonymMaxLength} characters and ${limits.synonymWordsMax} words at most, and ${limits.synonymsMaxBytes} bytes together`,
});
const dataset = onlyMembers({ value: z.string().max(1100), label: z.string().max(1100) });

export const indexes = {
  'list-indexes': {
    method: 'GET',
    path: '/api/indexes',
    access: 'member',
    manages: 'indexes:read',
    tag: 'Indexes',
    summary:
      'Lists the indexes of the organization, newest first by default, then the catalogues. With `index_id`, returns only that index.',
    query: z.object({
      org_id: id.optional(),
      index_id: id.optional(),
      ...pageQuery,
      sort: z.enum(['name', 'date', 'updated', 'status', 'author']).default('date').meta({
        description: 'Ties are ordered by name',
      }),
      order: z.enum(['ascending', 'descending']).optional().meta({
        description: 'By default dates descend and everything else ascends',
      }),
      prefix: z.string().max(limits.indexNameMaxLength).optional().meta({
        description: 'Only indexes whose names begin with this text, ignoring case. Sorted by name',
      }),
    }),
    polled: true,
    output: page(indexSchema),
    errors: ['NotFound', 'IndexNotFound'],
  },
  'create-index': {
    method: 'POST',
    path: '/api/indexes',
    access: 'subscriber',
    manages: 'indexes:write',
    tag: 'Indexes',
    summary: 'Creates an index and starts its build.',
    body: onlyMembers({
      name: z.string().max(limits.indexNameMaxLength).meta({ pattern: '^[A-Za-z0-9]+$' }),
      orgId: id,
      userId: id,
      email,
      columnsRole,
      columnsType,
      columnsUse,
      vectorWeight: vectorWeight.optional(),
      embed: embed.optional(),
      columnsData,
      reading: readingSchema.optional(),
      datasetSize: z.number().int().nonnegative(),
      dataset,
      status: z.literal('Processing'),
    }),
    repeatable: true,
    output: indexSchema,
    errors: [
      'TooManyAttempts',
      'NotFound',
      'Forbidden',
      'IndexNameMissing',
      'IndexNameInvalid',
      'IndexNameTaken',
      'DatasetNotChosen',
      'DatasetNotFound',
      'ColumnsInvalid',
      'ColumnReserved',
    ],
  },
  'rebuild-index': {
    method: 'PUT',
    path: '/api/indexes',
    access: 'subscriber',
    manages: 'indexes:write',
    tag: 'Indexes',
    summary:
      'Rebuilds an index from the current state of its dataset, or from another dataset. Takes the payload of the creation too, and finds the index by its name then. The published version keeps serving until the new one is published.',
    body: onlyMembers({
      index_id: id.optional(),
      name: z.string().min(1).max(limits.indexNameMaxLength).optional().meta({
        description: 'Name of the index, in upper or lower case. Needed without `index_id`',
      }),
      orgId: id.optional(),
      userId: id.optional(),
      email: email.optional(),
      dataset: dataset.optional(),
      datasetSize: z.number().int().nonnegative().optional().meta({
        description: 'Not used: the size is that of the stored file',
      }),
      status: z.literal('Processing').optional(),
      columnsRole: columnsRole.optional(),
      columnsType,
      columnsUse,
      vectorWeight: vectorWeight
        .nullable()
        .optional()
        .meta({ description: 'As for a new index. `null`: the build chooses again' }),
      embed: embed.optional(),
      columnsData: columnsData.optional(),
      reading: readingSchema.optional(),
    })
      .refine((body) => (body.columnsRole === undefined) === (body.columnsData === undefined), {
        error: 'columnsRole and columnsData go together',
      })
      .refine(({ index_id, name }) => index_id !== undefined || name !== undefined, {
        error: 'index_id or name is needed',
      })
      .meta({
        anyOf: [{ required: ['index_id'] }, { required: ['name'] }],
        dependentRequired: { columnsRole: ['columnsData'], columnsData: ['columnsRole'] },
      }),
    output: indexSchema,
    errors: [
      'TooManyAttempts',
      'NotFound',
      'Forbidden',
      'IndexNotFound',
      'IndexBuilding',
      'DatasetNotChosen',
      'DatasetNotFound',
      'ColumnsInvalid',
      'ColumnReserved',
    ],
  },
  'cancel-build': {
    method: 'POST',
    path: '/api/indexes/cancel-build',
    access: 'member',
    manages: 'indexes:write',
    tag: 'Indexes',
    summary:
      'Cancels the build of an index. The version published before keeps serving. Steps that run stop within minutes.',
    body: onlyMembers({ index_id: id }),
    output: indexSchema,
    errors: ['IndexNotFound', 'IndexNotBuilding'],
  },
  'delete-index': {
    method: 'DELETE',
    path: '/api/indexes/{index_id}',
    access: 'admin',
    manages: 'indexes:write',
    tag: 'Indexes',
    summary:
      'Deletes an index with its keys. Its dataset stays. A build that runs stops. This cannot be undone.',
    params: z.object({ index_id: id }),
    output: z.object({}),
    errors: ['IndexNotFound'],
  },
  'get-index-quality': {
    method: 'GET',
    path: '/api/indexes/quality',
    access: 'member',
    manages: 'indexes:read',
    tag: 'Indexes',
    summary: 'The quality figures that the build of the published index measured.',
    query: z.object({ index_id: id }),
    output: indexQualitySchema,
    errors: ['IndexNotFound', 'IndexNotReady'],
  },
  'list-index-rejects': {
    method: 'GET',
    path: '/api/indexes/rejects',
    access: 'member',
    manages: 'indexes:read',
    tag: 'Indexes',
    summary: 'Lists the rows that the published index left out, with line number and reason.',
    query: z.object({ index_id: id }),
    output: z.object({
      items: z
        .array(z.object({ line: z.number().int(), reason: z.string() }))
        .meta({ description: 'The first 1,000' }),
      total: z.number().int(),
    }),
    errors: ['IndexNotFound'],
  },
  'list-index-synonyms': {
    method: 'GET',
    path: '/api/indexes/{index_id}/synonyms',
    access: 'member',
    manages: 'indexes:read',
    tag: 'Indexes',
    summary: 'Lists the synonyms that searches of an index apply.',
    params: z.object({ index_id: id }),
    output: z.object({ items: synonymLines }),
    errors: ['IndexNotFound'],
  },
  'update-index-synonyms': {
    method: 'PUT',
    path: '/api/indexes/{index_id}/synonyms',
    access: 'admin',
    manages: 'indexes:write',
    tag: 'Indexes',
    summary:
      'Replaces the synonyms of an index. Searches that begin afterwards apply them; nothing is built.',
    params: z.object({ index_id: id }),
    body: onlyMembers({
      items: synonymLines.superRefine((lines, context) => {
        const problem = synonymsProblem(lines);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      }),
    }),
    output: z.object({ items: synonymLines }),
    errors: ['IndexNotFound'],
  },
} as const satisfies Record<string, Endpoint>;
