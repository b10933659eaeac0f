import { lambda } from '#core/request/lambda.ts';
import { user } from '#functions/people/index.ts';
import { type DataExport, personalData } from '#shared/contract/personal-data.ts';
import { availableUntil, type DataExportRecord, getDataExport } from '../data-exports.ts';
import { archiveUrl } from '../exports-bucket.ts';

export const handler = lambda(personalData, 'get-data-export', user, async ({ principal, now }) => {
  const { item_id } = principal.user;
  return toDataExport(item_id, await getDataExport(item_id), now);
});

/**
 * An export as its person sees it. Each answer has a new address of the archive, valid for minutes. An
 * address that is valid for days would expose the data to anybody who reads the mailbox.
 */
async function toDataExport(
  userId: string,
  record: DataExportRecord | undefined,
  now: Date,
): Promise<DataExport> {
  if (!record) return { status: 'none' };
  const { export_id, requested_at, ready_at } = record;
  if (!ready_at) return { status: 'preparing', requested_at };
  const available_until = availableUntil(ready_at);
  if (available_until <= now.toISOString()) return { status: 'none' };
  const download_url = await archiveUrl(userId, export_id);
  return { status: 'ready', requested_at, available_until, download_url };
}
