import { enqueueMail } from '#functions/mail/index.ts';
import { emitEvent } from '#functions/webhooks/index.ts';
import { type BuildRef, catalogOwner } from '../indexes.ts';
import { requireBuild } from '../open-build.ts';

/** Last step: tells the person who asked for the index that it is ready. Catalogues have nobody to tell. */
export async function handler({ index_id, build_id }: BuildRef): Promise<BuildRef> {
  const record = await requireBuild({ index_id, build_id });
  if (record.notify_email) {
    await enqueueMail({
      template: 'index-ready',
      dedupeKey: `build-ended/${build_id}`,
      to: record.notify_email,
      data: {
        indexId: index_id,
        indexName: record.name,
        rows: record.rows,
        rejects: record.rejects,
      },
    });
  }
  if (record.org_id !== catalogOwner) {
    await emitEvent(
      record.org_id,
      {
        type: 'index.ready',
        key: build_id,
        data: {
          index_id,
          index: record.name,
          rows: record.rows,
          rejected_rows: record.rejects,
        },
      },
      new Date(),
    );
  }
  return { index_id, build_id };
}
