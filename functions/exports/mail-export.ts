import { enqueueMail } from '#functions/mail/index.ts';
import { getUser } from '#functions/people/index.ts';
import { limits } from '#shared/limits.ts';
import type { SearchExportRecord } from './search-exports.ts';

/** Tells the person who asked for an export on a page, if it took long. Neither the search nor the index is named. */
export async function mailExport({
  org_id,
  export_id,
  auth_user_id,
  created_at,
  ended_at = created_at,
  rows,
  failure,
}: SearchExportRecord): Promise<void> {
  const elapsedMs = Date.parse(ended_at) - Date.parse(created_at);
  if (!auth_user_id || elapsedMs < limits.exportMailSeconds * 1000) return;
  const user = await getUser(auth_user_id);
  if (user?.org_id !== org_id) return;
  await enqueueMail({
    template: 'search-export-ended',
    dedupeKey: `search-export/${export_id}`,
    to: user.email,
    data: { rows, days: limits.exportDays, failed: failure !== undefined },
  });
}
