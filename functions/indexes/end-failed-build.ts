import { enqueueMail } from '#functions/mail/index.ts';
import { failBuild, type IndexRecord } from './indexes.ts';
import { buildFolder } from './indexes-bucket.ts';

/** Records why the newest build of an index ended and tells the person who asked for it, once. */
export async function endFailedBuild(record: IndexRecord, reason: string, now: Date) {
  if (record.notify_email) {
    await enqueueMail({
      template: 'index-failed',
      dedupeKey: `build-ended/${record.build_id}`,
      to: record.notify_email,
      data: { indexId: record.item_id, indexName: record.name, reason },
    });
  }
  // Last, because afterwards `sweep-builds` no longer sees this build.
  await failBuild(record, reason, buildFolder(record), now);
}
