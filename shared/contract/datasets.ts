import * as z from 'zod';
import { columnRole } from '#shared/column-roles.ts';
import { columnUses } from '#shared/column-uses.ts';
import { limits } from '#shared/limits.ts';
import { columnType, encoding, readingSchema } from '#shared/reading.ts';
import type { Endpoint } from './endpoint.ts';
import { datasetName, email, id, page, pageQuery, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';

export const datasetFileSchema = z
  .object({
    Key: z.string().meta({ description: 'Path of the file, beginning with the organization' }),
    Size: z.number().int().meta({ description: 'Bytes' }),
    LastModified: timestamp,
    author: z.string().optional(),
  })
  .meta({ id: 'DatasetFile' });

export type DatasetFile = z.output<typeof datasetFileSchema>;

const datasetSchema = z
  .object({
    id: z.string().meta({ description: 'Path of the file' }),
    dataset_name: z.string().meta({ description: 'Name of the file' }),
    size: z.number().int().meta({ description: 'Bytes' }),
    modified_at: timestamp,
    author: z.string().optional(),
  })
  .meta({ id: 'Dataset' });

const filePreviewSchema = z
  .object({
    data: z.string().meta({
      description:
        'CSV text: the first whole rows as the file has them. A file in another format is shown as CSV',
    }),
    size: z.number().int().meta({ description: 'Bytes of the whole file' }),
    format: z.enum(['csv', 'json-lines', 'json', 'parquet', 'excel', 'several']).meta({
      description:
        'What the file is by its content. `csv` has any delimiter; `several` is an archive of files, read as one table',
    }),
    packing: z.enum(['gzip', 'zip']).optional().meta({ description: 'What it is packed in' }),
    encoding,
    delimiter: z.string().meta({ description: 'Character between the cells of the file' }),
    has_header: z.boolean().meta({
      description:
        'Whether the first row of the table names the columns. If not, they are numbered',
    }),
    skipped_lines: z.number().int().meta({
      description: 'Lines above the table that are left out: titles, comments, the line `sep=`',
    }),
    columns: z.array(
      z.object({
        name: z.string(),
        type: columnType,
        sure: z.boolean().meta({
          description: 'False for dates of which day and month cannot be told apart',
        }),
        suggested: columnRole.meta({ description: 'Role that the column may have in an index' }),
        embedding_usd: z.number().optional().meta({
          description:
            'Estimate of what embedding this column costs in all rows: the first 8,000 characters of each, at four bytes a token',
        }),
        suggested_use: z.enum(columnUses).optional().meta({
          description: 'What the column may be to a row: its title, its link or its id',
        }),
      }),
    ),
    rows: z.array(z.array(z.string())).meta({
      description: 'The first rows, a cell for each column. Long cells are cut',
    }),
    rows_read: z.number().int().meta({
      description: 'Rows at the beginning of the file that were looked at',
    }),
    repaired: z.number().int().meta({
      description: 'Those among them with a delimiter in their text, which were joined again',
    }),
    damaged: z
      .object({
        count: z.number().int(),
        lines: z.array(z.number().int()).max(3).meta({ description: 'The first ones' }),
      })
      .optional()
      .meta({
        description:
          'Those among them with bytes that mean nothing in the encoding of the file. They become U+FFFD',
      }),
    rejected: z
      .object({
        count: z.number().int(),
        reason: z.string().meta({ description: 'The commonest reason' }),
        examples: z.array(z.object({ line: z.number().int(), text: z.string() })).max(3),
      })
      .optional()
      .meta({ description: 'Those among them that cannot be read' }),
    differences: z.array(z.string()).max(100).optional().meta({
      description:
        'Of an archive of several files: which of them have other columns than the first, and which. Absent if none has',
    }),
    embedder: z
      .object({ model: z.string() })
      .optional()
      .meta({ description: 'The model that gives rows and queries vectors, if there is one' }),
    build: z
      .object({
        seconds: z.number().int().meta({ description: 'How long it takes' }),
        usd: z.number().optional().meta({ description: 'What AWS charges. For staff only' }),
        place: z.enum(['functions', 'cluster', 'nowhere']).meta({
          description:
            'What will hold the rows for searches. `nowhere`: the file is too large for this installation',
        }),
      })
      .meta({ description: 'Estimate of the build of an index from this file' }),
  })
  .meta({ id: 'FilePreview' });

export type FilePreview = z.output<typeof filePreviewSchema>;

export const datasets = {
  'list-datasets': {
    method: 'GET',
    path: '/api/datasets',
    access: 'member',
    manages: 'datasets:read',
    tag: 'Datasets',
    summary: 'Lists the organization’s datasets, which are its files, ordered by name.',
    query: z.object(pageQuery),
    polled: true,
    output: page(datasetSchema),
  },
  'create-dataset': {
    method: 'POST',
    path: '/api/datasets',
    access: 'member',
    manages: 'datasets:write',
    tag: 'Datasets',
    summary: 'Records an uploaded file by its name. Listing files records them as well.',
    body: onlyMembers({ dataset_name: datasetName }),
    output: datasetSchema,
    errors: ['OnlyCsv', 'DatasetNotFound'],
  },
  'delete-datasets': {
    method: 'DELETE',
    path: '/api/datasets',
    access: 'member',
    manages: 'datasets:write',
    tag: 'Datasets',
    summary:
      'Deletes datasets of the organization. If one of them does not exist, none is deleted.',
    body: onlyMembers({ ids: z.array(z.string().min(1).max(1100)).min(1).max(25) }),
    output: z.object({ ids: z.array(z.string()) }),
    errors: ['DatasetNotFound'],
  },
  'create-upload': {
    method: 'POST',
    path: '/api/datasets/csv',
    access: 'subscriber',
    tag: 'Datasets',
    summary: 'Issues a presigned POST policy for the upload of one file from a browser.',
    body: onlyMembers({
      org_id: id,
      user_email: email,
      filename: datasetName,
      filesize: z.number().int().min(1).max(limits.directUploadMaxBytes).optional().meta({
        description:
          'Bytes of the file, which the policy then allows at most. On trial, an upload without it counts as the largest one',
      }),
    }),
    repeatable: true,
    output: z
      .object({ url: z.url(), fields: z.record(z.string(), z.string()) })
      .meta({ id: 'UploadPolicy' }),
    errors: ['NotFound', 'Forbidden', 'OnlyCsv', 'TrialStorageFull', 'TooManyAttempts'],
  },
  'get-dataset-files': {
    method: 'GET',
    path: '/api/datasets/files',
    access: 'member',
    manages: 'datasets:read',
    tag: 'Datasets',
    summary: `Lists the files of an organization (\`key\` is its id), or returns columns and first rows of one file (\`key\` is its path), read as an index is built from it.`,
    query: z.object({
      key: z.string().min(1).max(1100),
      ...pageQuery,
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      sort: z.enum(['name', 'date', 'author']).default('name').meta({
        description: 'Order of a list. Files of the same author are ordered by name',
      }),
      order: z.enum(['ascending', 'descending']).default('ascending'),
      catalogs: z.enum(['none', 'last']).default('none').meta({
        description: 'Whether the files of the ready-made catalogues follow at the end of a list',
      }),
      encoding: readingSchema.shape.encoding,
      delimiter: readingSchema.shape.delimiter,
      header: z.stringbool().optional().meta({
        description: 'Whether the first row of the file names its columns',
      }),
      skip: z.coerce.number().pipe(readingSchema.shape.skip.unwrap()).optional().meta({
        description: 'Lines above the table that are left out',
      }),
      prefix: z.string().max(limits.fileNameMaxBytes).optional().meta({
        description: 'Only files whose names begin with this text, ignoring case. Sorted by name',
      }),
    }),
    polled: true,
    output: z.union([filePreviewSchema, page(datasetFileSchema)]),
    errors: ['DatasetNotFound', 'DatasetUnreadable'],
  },
  'delete-dataset-file': {
    method: 'DELETE',
    path: '/api/datasets/files',
    access: 'member',
    tag: 'Datasets',
    summary: 'Deletes one file of the organization. Indexes built from it keep serving.',
    query: z.object({ key: z.string().min(1).max(1100) }),
    output: z.object({ key: z.string() }),
    errors: ['DatasetNotFound'],
  },
} as const satisfies Record<string, Endpoint>;
