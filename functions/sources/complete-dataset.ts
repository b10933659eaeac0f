import { createHash } from 'node:crypto';
import { auditEntry } from '#core/storage/audit.ts';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  expectedUpload,
  fileNameOf,
  headFile,
  isNotOpen,
  listAllParts,
  writeWithinTrial,
} from '#functions/datasets/index.ts';
import type { UserRecord } from '#functions/people/index.ts';
import { uploadOf } from './fetch-parts.ts';
import { SourceProblem } from './source-problem.ts';
import { heldChange, type SourceRecord, type SourceWork } from './sources.ts';

/** Longer than S3 needs to join the parts, even if this function runs out of time meanwhile. */
const joiningMs = 3_600_000;

/**
 * Makes the parts a new version of the dataset, unless the dataset has the same bytes already. May be repeated after a crash at any
 * point.
 * @returns whether it is another version; `lost` if this worker has lost the source
 */
export async function completeDataset(
  record: SourceRecord,
  work: SourceWork,
  user: UserRecord,
  now: Date,
): Promise<'changed' | 'same' | 'lost'> {
  const upload = uploadOf(record, work);
  try {
    const parts = await listAllParts(upload);
    const stored = parts.slice(0, work.parts);
    const bytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes !== work.bytes) throw begunAnew();
    const md5s = createHash('md5');
    for (const { md5 } of stored) md5s.update(md5, 'hex');
    const etag = `"${md5s.digest('hex')}-${stored.length}"`;
    const before = await headFile(record.file_key);
    if (before?.eTag === etag) {
      await abortMultipartUpload(upload);
      return 'same';
    }
    if (!(await heldChange(record, { work: { ...work, etag } }))) return 'lost';
    const until = new Date(now.getTime() + joiningMs);
    const object = { id: record.file_key, name: fileNameOf(record.file_key) };
    const entry = auditEntry(
      { orgId: record.org_id, user },
      { action: 'dataset.fetched', object },
      now,
    );
    const expected = expectedUpload(record.org_id, record.file_key, user, { now, until });
    await writeWithinTrial(record.org_id, work.bytes, [expected, entry], now);
    await completeMultipartUpload(upload, stored);
    return 'changed';
  } catch (error) {
    if (!isNotOpen(error)) throw error;
    // Either S3 has joined the parts and we were stopped before we noted it, or it has forgotten them.
    const file = await headFile(record.file_key);
    if (work.etag !== undefined && file?.eTag === work.etag) return 'changed';
    throw begunAnew();
  }
}

const begunAnew = () =>
  new SourceProblem('What was stored of the file is gone.', { isOther: true });
