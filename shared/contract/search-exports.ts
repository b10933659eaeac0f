import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { exportFailures, exportFormats } from '#shared/search-exports.ts';
import type { Endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { hasTextOrList, search, textMissing } from './search.ts';

const params = z.object({ index_id: id });
const exportParams = z.object({ index_id: id, export_id: id });

const count = z.int().nonnegative();

const searchExportSchema = z
  .object({
    export_id: id.meta({ description: 'Names the export in later calls' }),
    index_id: id.meta({ description: 'The index that was searched' }),
    format: z.enum(exportFormats).meta({ description: 'That of the request' }),
    status: z.enum(['writing', 'ready', 'failed']).meta({
      description: 'Only of a `ready` export is there a file',
    }),
    failure: z.enum(exportFailures).optional().meta({
      description:
        'Why it failed. `refused`: the index was built again, and the search is not possible any more. `index-gone`: the index was deleted. `too-large`: ask for fewer `fields` or rows. `interrupted`: try again. The searches that it counted as are given back, except one',
    }),
    ranked: z.boolean().meta({
      description:
        'Whether rows are in the order of relevance and have a `conceptScore`. A thousand are ranked at most; more are listed in the order of the index',
    }),
    total_found: count.meta({ description: 'Number of matching rows' }),
    rows_wanted: count.meta({
      description: `Rows that the file gets: all, or the first ${limits.exportRowsMax.toLocaleString('en')}`,
    }),
    rows: count.meta({ description: 'Rows that are written' }),
    counted_searches: z
      .int()
      .positive()
      .meta({
        description: `What it counts as towards the quota of the day: one search for each ${limits.searchMaxItems} rows, as if they were paged through`,
      }),
    size_bytes: count.optional().meta({ description: 'Size of a ready file' }),
    created_at: timestamp,
    ended_at: timestamp.optional(),
    available_until: timestamp.optional().meta({ description: 'When a ready file is removed' }),
    download_url: z.url().optional().meta({
      description: 'Of a ready file. Presigned for this answer, valid for five minutes',
    }),
  })
  .meta({ id: 'SearchExport', description: 'All matches of a search as a file' });

export type SearchExport = z.output<typeof searchExportSchema>;

const { conceptFeaturesString, syntax, filters, fields, relevantOnly, sort } =
  search['query-index'].body.shape.request.shape;

const shared = { access: 'api-key', use: 'exports', tag: 'Exports' } as const;

/** Exports: a job writes all matches of a search as a file. */
export const searchExports = {
  'create-search-export': {
    ...shared,
    method: 'POST',
    path: '/api/v1/indexes/{index_id}/exports',
    summary: `Writes all matches of a search, at most ${limits.exportRowsMax.toLocaleString('en')}, as a file. The answer comes at once; the file is ready some seconds or minutes later.`,
    params,
    body: onlyMembers({
      format: z.enum(exportFormats).meta({
        description:
          '`csv`: RFC 4180, every cell in quotes, an apostrophe before what a spreadsheet would calculate. `xlsx`: a workbook with one sheet, whose head has labels for people (`Priority date`), without columns that are empty unless `fields` names them; all others have the names of the columns. `jsonl`: an object a line. `parquet`: row groups of 64 MB of text, packed by gzip; cells are texts, and the score is a number',
      }),
      request: onlyMembers({
        conceptFeaturesString,
        syntax,
        filters,
        fields,
        relevantOnly,
        sort,
      })
        .refine(hasTextOrList, textMissing)
        .meta({ description: 'The search, as `POST /query` takes it' }),
    }),
    output: searchExportSchema,
    repeatable: true,
    errors: ['IndexNotReady', 'TooManyAttempts', 'Busy'],
  },
  'get-search-export': {
    ...shared,
    method: 'GET',
    path: '/api/v1/indexes/{index_id}/exports/{export_id}',
    summary:
      'How far an export is, and where its file can be downloaded. Free. Exports of API keys are seen by all keys of the index, those of pages by the person alone.',
    params: exportParams,
    polled: true,
    output: searchExportSchema,
    errors: ['ExportNotFound'],
  },
  'delete-search-export': {
    ...shared,
    method: 'DELETE',
    path: '/api/v1/indexes/{index_id}/exports/{export_id}',
    summary: 'Stops an export and deletes its file. What it counted as stays counted.',
    params: exportParams,
    output: z.object({}),
    errors: ['ExportNotFound'],
  },
  'list-own-exports': {
    method: 'GET',
    path: '/api/exports',
    access: 'member',
    tag: 'Exports',
    summary: 'Exports that the caller began on pages, the newest first, with addresses of files.',
    output: z.object({ items: z.array(searchExportSchema) }),
  },
} as const satisfies Record<string, Endpoint>;
