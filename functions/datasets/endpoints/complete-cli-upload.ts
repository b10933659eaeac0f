import { createHash } from 'node:crypto';
import { type Fail, lambda } from '#core/request/lambda.ts';
import { write } from '#core/storage/writes.ts';
import type { UserRecord } from '#functions/people/index.ts';
import { cliUploads } from '#shared/contract/cli-uploads.ts';
import { partCountOf, partRange } from '#shared/upload-parts.ts';
import { type CliUploadRecord, setCompleted } from '../cli-uploads.ts';
import { expectedUpload } from '../datasets.ts';
import { headFile } from '../datasets-bucket.ts';
import {
  completeMultipartUpload,
  isNotOpen,
  listAllParts,
  type StoredPart,
} from '../multipart-uploads.ts';
import { uploadHolder } from '../upload-holder.ts';

export const handler = lambda(
  cliUploads,
  'complete-cli-upload',
  uploadHolder,
  async ({ principal, body, now, fail }) => {
    // A repeated call after a lost answer: the upload is already complete.
    if (!principal.completed_at) {
      await completeCliUpload(principal, principal.user, body.digest, now, fail);
      await setCompleted(principal, now);
    }
    return { key: principal.file_key };
  },
);

/**
 * Joins the stored parts if they are those that the caller has read: `digest` is the ETag that S3 gives
 * such a file. May be repeated after a crash at any point. Throws `UploadIncomplete`, or
 * `UploadTokenInvalid` when S3 has forgotten the upload
 */
async function completeCliUpload(
  upload: CliUploadRecord,
  author: UserRecord,
  digest: string,
  now: Date,
  fail: Fail<'complete-cli-upload'>,
): Promise<void> {
  try {
    const parts = await listAllParts(upload);
    requireWhole(upload, parts, digest, fail);
    // Longer than S3 needs to join the parts, even if this function times out meanwhile.
    const until = new Date(now.getTime() + 3_600_000);
    await write(expectedUpload(upload.org_id, upload.file_key, author, { now, until }));
    await completeMultipartUpload(upload, parts);
  } catch (error) {
    if (!isNotOpen(error)) throw error;
    // Either S3 has joined the parts and we were stopped before we recorded it, or the parts are gone.
    const file = await headFile(upload.file_key);
    if (file?.eTag !== `"${digest}"`) throw fail('UploadTokenInvalid');
  }
}

function requireWhole(
  upload: CliUploadRecord,
  parts: StoredPart[],
  digest: string,
  fail: Fail<'complete-cli-upload'>,
): void {
  const { size_bytes, part_bytes } = upload;
  const stored = new Map(parts.map((part) => [part.number, part.sizeBytes]));
  const count = partCountOf(size_bytes, part_bytes);
  for (let number = 1; number <= count; number++) {
    if (stored.get(number) === partRange(size_bytes, part_bytes, number).sizeBytes) continue;
    throw fail(
      'UploadIncomplete',
      `Part ${number} of ${count} has not arrived. Please run the upload tool again.`,
    );
  }
  const md5s = createHash('md5');
  for (const { md5 } of parts) md5s.update(md5, 'hex');
  if (`${md5s.digest('hex')}-${parts.length}` !== digest) {
    throw fail(
      'UploadIncomplete',
      'The stored parts are not those of the file. Please run the upload tool again.',
    );
  }
}
