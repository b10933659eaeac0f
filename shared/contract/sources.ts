import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import {
  bucketPattern,
  regionPattern,
  sourceFrequencies,
  sourceRolePattern,
  sourceStates,
} from '#shared/sources.ts';
import type { Endpoint } from './endpoint.ts';
import { datasetName, id, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

const every = z.enum(sourceFrequencies).meta({
  description:
    'How often it is asked. What has not changed is not fetched again; what has is a new version of the dataset',
});
const rebuilds = z.array(id).max(limits.sourceRebuildsMax).meta({
  description: 'Indexes that are built again from a new version of the dataset',
});

const url = z.string().min(1).max(limits.sourceUrlMaxLength).meta({
  description:
    'A public https address. It may lead on three times; none of these addresses may lead into a private network',
});

const bucketShape = {
  bucket: z.string().regex(new RegExp(bucketPattern)),
  region: z.string().regex(new RegExp(regionPattern)).optional().meta({
    description: 'Region of the bucket. Absent: that of this installation',
  }),
  role_arn: z
    .string()
    .regex(new RegExp(sourceRolePattern), {
      error: 'must be the ARN of a role whose name begins with antecede-source-',
    })
    .meta({
      description:
        'The role that may read the bucket. It trusts the account and the external id that `GET /api/datasets/sources` names',
    }),
  key: z.string().min(1).max(1024).optional().meta({ description: 'One file of the bucket' }),
  prefix: z
    .string()
    .max(1024)
    .optional()
    .meta({
      description: `All files whose keys begin so, ${limits.sourceFilesMax.toLocaleString('en')} at most, as one table. The dataset is a ZIP archive`,
    }),
};
const bucket = onlyMembers(bucketShape)
  .refine((one) => (one.key === undefined) !== (one.prefix === undefined), {
    error: 'needs either key or prefix',
  })
  .meta({ description: 'Files in an S3 bucket of yours' });

const joined = z.array(z.string().min(1).max(1100)).min(2).max(limits.joinedDatasetsMax).meta({
  description:
    'Datasets of the organization, whose rows the new one has in this order. Columns of the same name are one column; a dataset that lacks one has empty cells there. The dataset is a ZIP archive, and those that are joined stay as they are',
});

const fields = {
  filename: datasetName,
  url: url.optional(),
  s3: bucket.optional(),
  datasets: joined.optional(),
  every: every.default('once'),
  rebuilds: rebuilds.default([]),
};

const sourceSchema = z
  .object({
    source_id: id,
    dataset_id: z.string().meta({ description: 'Path of the dataset' }),
    dataset_name: z.string(),
    from: z.string().meta({
      description:
        'Where it comes from, for people: an address without its query, a bucket, or names of datasets',
    }),
    kind: z.enum(['url', 's3', 'datasets']),
    datasets: z.array(z.string()).optional().meta({
      description: 'The datasets that are joined',
    }),
    every,
    rebuilds,
    state: z.enum(sourceStates),
    problem: z.string().optional().meta({ description: 'Why the last fetch failed' }),
    failures: z
      .number()
      .int()
      .meta({
        description: `Fetches that failed in a row. After ${limits.sourceFailuresMax} of them it is stopped`,
      }),
    author: z.string().meta({
      description: 'For whom it is fetched. It is stopped when this person leaves',
    }),
    created_at: timestamp,
    fetched_bytes: z.number().int().optional().meta({
      description: 'While it is fetched: how much is stored',
    }),
    total_bytes: z.number().int().optional().meta({ description: 'Of how much, if that is known' }),
    checked_at: timestamp.optional().meta({ description: 'When it was asked last, with success' }),
    changed_at: timestamp.optional().meta({ description: 'When it last had something new' }),
    next_at: timestamp.optional().meta({ description: 'When it is asked next' }),
  })
  .meta({ id: 'DatasetSource', description: 'Where a dataset comes from' });

export type DatasetSource = z.output<typeof sourceSchema>;

const params = z.object({ source_id: id });
const shared = { tag: 'Datasets', manages: 'datasets:write' } as const;

/** Datasets that are fetched from elsewhere, or joined. */
export const sources = {
  'create-dataset-source': {
    ...shared,
    method: 'POST',
    path: '/api/datasets/sources',
    access: 'subscriber',
    summary:
      'Fetches a dataset from an address or from an S3 bucket, or joins datasets, once or again and again. A dataset has one source at most: a new one replaces it.',
    body: onlyMembers(fields)
      .refine(
        ({ url, s3, datasets }) =>
          [url, s3, datasets].filter((one) => one !== undefined).length === 1,
        { error: 'needs one of url, s3 and datasets' },
      )
      .meta({ oneOf: [{ required: ['url'] }, { required: ['s3'] }, { required: ['datasets'] }] }),
    output: sourceSchema,
    errors: [
      'OnlyCsv',
      'DatasetNotFound',
      'IndexNotFound',
      'SourceRefused',
      'SourceLimitReached',
      'SourceRunning',
      'TooManyAttempts',
    ],
  },
  'list-dataset-sources': {
    method: 'GET',
    path: '/api/datasets/sources',
    access: 'member',
    manages: 'datasets:read',
    tag: 'Datasets',
    polled: true,
    summary:
      'Lists the sources of datasets, and names what roles for buckets trust: our account and the external id of the organization.',
    output: z.object({
      items: z.array(sourceSchema),
      account_id: z.string(),
      external_id: z.string(),
    }),
  },
  'update-dataset-source': {
    ...shared,
    method: 'PATCH',
    path: '/api/datasets/sources/{source_id}',
    access: 'member',
    summary: 'Changes how often a source is asked, and which indexes are built from what is new.',
    params,
    body: onlyMembers({ every: every.optional(), rebuilds: rebuilds.optional() }),
    output: sourceSchema,
    errors: ['NotFound', 'IndexNotFound'],
  },
  'fetch-dataset-source': {
    ...shared,
    method: 'POST',
    path: '/api/datasets/sources/{source_id}/fetch',
    access: 'subscriber',
    summary:
      'Asks a source now, for the caller. Begins a stopped one again. The answer comes at once.',
    params,
    output: sourceSchema,
    errors: ['NotFound', 'SourceRunning', 'TooManyAttempts'],
  },
  'delete-dataset-source': {
    ...shared,
    method: 'DELETE',
    path: '/api/datasets/sources/{source_id}',
    access: 'member',
    summary: 'Forgets where a dataset comes from, and stops fetching it. The dataset stays.',
    params,
    output: z.object({}),
    errors: ['NotFound'],
  },
} as const satisfies Record<string, Endpoint>;
