import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { email, id, page, pageQuery, timestamp } from './fields.ts';

export const columnRole = z.enum(['index', 'metadata', 'ignore']);
export type ColumnRole = z.output<typeof columnRole>;

const progressSchema = z
  .object({
    stage: z.enum(['queued', 'planning', 'training', 'indexing', 'publishing', 'done']),
    percent: z.number().min(0).max(100),
    rows: z.number().int(),
    rejects: z.number().int(),
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
    columns_data: z.string().optional().meta({
      description:
        'JSON list: per column its name, then sample values. Only when asked by index_id',
    }),
    progress: progressSchema,
    failure: z.string().optional().meta({ description: 'Why the last build failed, what to do' }),
  })
  .meta({ id: 'Index' });

export type Index = z.output<typeof indexSchema>;

const share = z.number().min(0).max(1);

export const indexQualitySchema = z
  .object({
    rows: z.number().int(),
    rejects: z.number().int(),
    terms: z.number().int().meta({ description: 'Distinct words that the index knows' }),
    dimensions: z.number().int().meta({ description: 'Of the concept space' }),
    language: z.string().meta({ description: 'Detected; decides about stemming and stop words' }),
    half_documents: z.number().int().meta({
      description:
        'Documents whose one half was searched with the other; 0 when the dataset is too small',
    }),
    lexical_ndcg: share.meta({ description: 'nDCG@10 of that test by words alone' }),
    concept_ndcg: share.meta({ description: 'By meaning alone' }),
    mixed_ndcg: share.meta({ description: 'As the index ranks' }),
    cluster_weight: z
      .number()
      .meta({ description: 'Strength of the neighbour signals, chosen by that test' }),
    nearest: z
      .object({ queries: z.number().int(), recall: share, margin: z.number() })
      .optional()
      .meta({
        description:
          'Mean share of the 100 nearest rows (of fewer than 400, the nearest quarter) that a search by vector finds, with half the width of its 95 % confidence interval',
      }),
    build_seconds: z.number().optional(),
  })
  .meta({ id: 'IndexQuality' });

export type IndexQuality = z.output<typeof indexQualitySchema>;

const columnsRole = z
  .record(z.string().max(1000), columnRole)
  .refine((roles) => Object.keys(roles).length <= limits.columnsMax, {
    error: `a dataset has at most ${limits.columnsMax} columns`,
  })
  .refine((roles) => Object.keys(roles).join('').length <= limits.columnNamesMaxLength, {
    error: `the names of the columns have at most ${limits.columnNamesMaxLength} characters together`,
  });
const columnsData = z.string().max(100_000);
const dataset = z.object({ value: z.string().max(1100), label: z.string().max(1100) });

export const indexes = {
  'list-indexes': {
    method: 'GET',
    path: '/api/indexes',
    access: 'member',
    tag: 'Indexes',
    summary:
      'Indexes of the organisation, unless asked otherwise newest first, the catalogues last; or the one with index_id.',
    query: z.object({
      org_id: id.optional(),
      index_id: id.optional(),
      ...pageQuery,
      sort: z.enum(['name', 'date', 'updated', 'status', 'author']).default('date').meta({
        description: 'What is equal is in the order of its names',
      }),
      order: z.enum(['ascending', 'descending']).optional().meta({
        description: 'Unless given: dates (of creation, and of the last update) descend',
      }),
      prefix: z.string().max(limits.indexNameMaxLength).optional().meta({
        description:
          'Only those whose names begin with it, upper and lower case alike; sorted by name',
      }),
    }),
    output: page(indexSchema),
    errors: ['IndexNotFound'],
  },
  'create-index': {
    method: 'POST',
    path: '/api/indexes',
    access: 'member',
    tag: 'Indexes',
    summary: 'Creates an index and starts its build.',
    body: z.object({
      name: z.string().max(limits.indexNameMaxLength),
      orgId: id,
      userId: id,
      email,
      columnsRole,
      columnsData,
      datasetSize: z.number().int().nonnegative(),
      dataset,
      status: z.literal('Processing'),
    }),
    output: indexSchema,
    errors: [
      'SubscriptionExpired',
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
    access: 'member',
    tag: 'Indexes',
    summary:
      'Builds an index anew: from its dataset as it is now, or from another one. What is published serves until the new build is.',
    body: z
      .object({
        index_id: id,
        orgId: id.optional(),
        dataset: dataset.optional(),
        columnsRole: columnsRole.optional(),
        columnsData: columnsData.optional(),
      })
      .refine((body) => (body.columnsRole === undefined) === (body.columnsData === undefined), {
        error: 'columnsRole and columnsData go together',
      }),
    output: indexSchema,
    errors: [
      'SubscriptionExpired',
      'IndexNotFound',
      'IndexBuilding',
      'DatasetNotChosen',
      'DatasetNotFound',
      'ColumnsInvalid',
      'ColumnReserved',
    ],
  },
  'get-index-quality': {
    method: 'GET',
    path: '/api/indexes/quality',
    access: 'member',
    tag: 'Indexes',
    summary: 'What the build of the published index measured about it.',
    query: z.object({ index_id: id }),
    output: indexQualitySchema,
    errors: ['IndexNotFound', 'IndexNotReady'],
  },
  'list-index-rejects': {
    method: 'GET',
    path: '/api/indexes/rejects',
    access: 'member',
    tag: 'Indexes',
    summary: 'Rows of the dataset that the published index left out, with their lines and reasons.',
    query: z.object({ index_id: id }),
    output: z.object({
      items: z
        .array(z.object({ line: z.number().int(), reason: z.string() }))
        .meta({ description: 'The first 1,000' }),
      total: z.number().int(),
    }),
    errors: ['IndexNotFound'],
  },
} as const satisfies Record<string, Endpoint>;
