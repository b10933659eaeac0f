import { enqueueMail } from '#functions/mail/index.ts';
import { emitEvent } from '#functions/webhooks/index.ts';
import { catalogOwner, failBuild, type IndexRecord } from './indexes.ts';
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
  if (record.org_id !== catalogOwner) {
    const { item_id: index_id, name: index, build_id } = record;
    const event = {
      type: 'index.failed',
      key: build_id,
      data: { index_id, index, reason },
    } as const;
    await emitEvent(record.org_id, event, now);
  }
  // Last, because afterwards `sweep-builds` no longer sees this build.
  await failBuild(record, reason, buildFolder(record), now);
}
