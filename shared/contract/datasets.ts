import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { email, id, page, pageQuery, timestamp } from './fields.ts';

export const datasetFileSchema = z
  .object({
    Key: z.string().meta({ description: 'Path of the file; contains the organisation id' }),
    Size: z.number().int().meta({ description: 'Bytes' }),
    LastModified: timestamp,
    author: z.string().optional(),
  })
  .meta({ id: 'DatasetFile' });

export type DatasetFile = z.output<typeof datasetFileSchema>;

const datasetSchema = z
  .object({
    id: z.string().meta({ description: 'Path of its file' }),
    dataset_name: z.string().meta({ description: 'Name of its file' }),
    size: z.number().int().meta({ description: 'Bytes' }),
    modified_at: timestamp,
    author: z.string().optional(),
  })
  .meta({ id: 'Dataset' });

const filePreviewSchema = z
  .object({
    data: z.string().meta({ description: 'CSV text of the first part of the file, whole rows' }),
    size: z.number().int().meta({ description: 'Bytes of the whole file' }),
  })
  .meta({ id: 'FilePreview' });

export const datasets = {
  'list-datasets': {
    method: 'GET',
    path: '/api/datasets',
    access: 'member',
    tag: 'Datasets',
    summary: 'Datasets of the organisation in order of their names: its files.',
    query: z.object(pageQuery),
    output: page(datasetSchema),
  },
  'create-dataset': {
    method: 'POST',
    path: '/api/datasets',
    access: 'member',
    tag: 'Datasets',
    summary: 'Records a file that was uploaded, by its name; lists do so by themselves, too.',
    body: z.object({ dataset_name: z.string().min(1).max(1024) }),
    output: datasetSchema,
    errors: ['OnlyCsv', 'DatasetNotFound'],
  },
  'delete-datasets': {
    method: 'DELETE',
    path: '/api/datasets',
    access: 'member',
    tag: 'Datasets',
    summary: 'Deletes datasets of the organisation: all, or none if one of them is not there.',
    body: z.object({ ids: z.array(z.string().min(1).max(1100)).min(1).max(25) }),
    output: z.object({ ids: z.array(z.string()) }),
    errors: ['DatasetNotFound'],
  },
  'create-upload': {
    method: 'POST',
    path: '/api/datasets/csv',
    access: 'member',
    tag: 'Datasets',
    summary: 'Issues a signed policy by which the browser posts one CSV file to the store.',
    body: z.object({ org_id: id, user_email: email, filename: z.string().min(1).max(1024) }),
    output: z
      .object({ url: z.url(), fields: z.record(z.string(), z.string()) })
      .meta({ id: 'UploadPolicy' }),
    errors: ['OnlyCsv', 'SubscriptionExpired'],
  },
  'get-dataset-files': {
    method: 'GET',
    path: '/api/datasets/files',
    access: 'member',
    tag: 'Datasets',
    summary: `Lists the files of an organisation (key = its id), or gives the first ${limits.previewBytes} bytes of one file (key = the file's).`,
    query: z.object({
      key: z.string().min(1).max(1100),
      ...pageQuery,
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      sort: z.enum(['name', 'date', 'author']).default('name').meta({
        description: 'Order of a list; files of one author are in the order of their names',
      }),
      order: z.enum(['ascending', 'descending']).default('ascending'),
      catalogs: z.enum(['none', 'last']).default('none').meta({
        description: 'Whether a list ends with the files of the ready-made catalogues',
      }),
      prefix: z.string().max(limits.fileNameMaxBytes).optional().meta({
        description:
          'Only files whose names begin with it, upper and lower case alike; sorted by name',
      }),
    }),
    output: z.union([filePreviewSchema, page(datasetFileSchema)]),
    errors: ['DatasetNotFound', 'DatasetUnreadable'],
  },
  'delete-dataset-file': {
    method: 'DELETE',
    path: '/api/datasets/files',
    access: 'member',
    tag: 'Datasets',
    summary: 'Deletes one file of the organisation. Indexes built from it keep serving.',
    query: z.object({ key: z.string().min(1).max(1100) }),
    output: z.object({ key: z.string() }),
    errors: ['DatasetNotFound'],
  },
} as const satisfies Record<string, Endpoint>;
