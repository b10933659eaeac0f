import { lambda } from '#core/request/lambda.ts';
import { cliUploads } from '#shared/contract/cli-uploads.ts';
import { limits } from '#shared/limits.ts';
import { partCountOf, partRange } from '#shared/upload-parts.ts';
import { signPart } from '../multipart-uploads.ts';
import { uploadHolder } from '../upload-holder.ts';

export const handler = lambda(
  cliUploads,
  'create-part-urls',
  uploadHolder,
  async ({ principal, body, now, fail }) => {
    const { size_bytes, part_bytes, completed_at } = principal;
    if (completed_at) throw fail('UploadTokenInvalid');
    const count = partCountOf(size_bytes, part_bytes);
    const beyond = body.parts.find(({ number }) => number > count);
    if (beyond) {
      throw fail(
        'InvalidRequest',
        `There is no part ${beyond.number}: the file has ${count} of ${part_bytes} bytes.`,
      );
    }
    const expiresInSeconds = limits.partUrlSeconds;
    const urls = await Promise.all(
      body.parts.map(async ({ number, md5 }) => {
        const { sizeBytes } = partRange(size_bytes, part_bytes, number);
        return {
          number,
          url: await signPart(principal, { number, sizeBytes, md5 }, expiresInSeconds),
        };
      }),
    );
    return { urls, expires_at: new Date(now.getTime() + expiresInSeconds * 1000).toISOString() };
  },
);
