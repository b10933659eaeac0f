import type { SearchExport } from '#shared/contract/search-exports.ts';
import { fileUrl } from './exports-bucket.ts';
import { availableUntil, type SearchExportRecord } from './search-exports.ts';

/** An export as callers see it. Each answer has a new address of the file, valid for minutes. */
export async function toSearchExport(record: SearchExportRecord): Promise<SearchExport> {
  const { export_id, index_id, format, status, failure, ranked, rows, size_bytes } = record;
  const { created_at, ended_at } = record;
  return {
    export_id,
    index_id,
    format,
    status,
    ranked,
    total_found: record.total,
    rows_wanted: record.wanted,
    rows,
    counted_searches: record.taken + 1,
    created_at,
    ...(failure && { failure }),
    ...(size_bytes !== undefined && { size_bytes }),
    ...(ended_at && { ended_at }),
    ...(status === 'ready' &&
      ended_at && {
        available_until: availableUntil(ended_at),
        download_url: await fileUrl(record),
      }),
  };
}
