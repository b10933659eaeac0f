import type { SQSEvent } from 'aws-lambda';
import { archive } from '#functions/personal-data/archive.ts';
import { gather } from '#functions/personal-data/gather.ts';
import { logger } from '#functions/runtime/log.ts';
import { getUser } from '#functions/store/accounts.ts';
import { getDataExport, markExportReady } from '#functions/store/data-exports.ts';
import { exportMessage } from '#functions/store/export-queue.ts';
import { putArchive, removeArchive } from '#functions/store/exports-bucket.ts';
import { enqueueMail } from '#functions/store/mail-queue.ts';
import { limits } from '#shared/limits.ts';

/** Puts the archive together that somebody asked for, and tells them. Every step may be repeated. */
export async function handler(event: SQSEvent): Promise<void> {
  for (const { body } of event.Records) {
    const { export_id, auth_user_id } = exportMessage.parse(JSON.parse(body));
    await exportPerson(export_id, auth_user_id);
  }
}

async function exportPerson(exportId: string, authUserId: string): Promise<void> {
  const user = await getUser(authUserId);
  const wanted = user && (await getDataExport(user.item_id));
  if (!user || wanted?.export_id !== exportId) {
    logger.info('export not wanted any more', { export: exportId });
    return;
  }
  const now = new Date();
  await putArchive(user.item_id, exportId, archive(await gather(user), now));
  if (!(await markExportReady(user.item_id, exportId, now))) {
    // Erased meanwhile, and then no copy may stay; or asked for anew, and then another one counts.
    await removeArchive(user.item_id, exportId);
    return;
  }
  await enqueueMail({
    template: 'export-ready',
    dedupeKey: `export-ready/${exportId}`,
    to: user.email,
    data: { days: limits.exportDays },
  });
  logger.info('export ready', { export: exportId });
}
