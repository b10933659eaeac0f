import type { ApiKeyPrincipal } from '#functions/search/index.ts';
import { ProductError } from '#shared/errors.ts';
import { hashOfScope } from './export-scope.ts';
import { availableUntil, getSearchExport, type SearchExportRecord } from './search-exports.ts';

/**
 * An export of the index of the caller's key: with an API key, one that a key which sees the same began; on a page, the person's
 * own.
 * @throws ProductError `ExportNotFound`
 */
export async function ownExport(
  exportId: string,
  { orgId, indexId, userId, scope }: ApiKeyPrincipal,
  now: Date,
): Promise<SearchExportRecord> {
  const record = await getSearchExport(orgId, exportId);
  const isOwn =
    record?.index_id === indexId &&
    record.user_id === userId &&
    record.scope_hash === (scope && hashOfScope(scope));
  if (!isOwn || isOver(record, now)) throw new ProductError('ExportNotFound');
  return record;
}

/** Whether the file is gone. The record may stay some days longer. */
export const isOver = ({ ended_at }: SearchExportRecord, now: Date) =>
  ended_at !== undefined && availableUntil(ended_at) <= now.toISOString();
