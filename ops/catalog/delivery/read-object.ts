import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import type { Installation } from '../environment.ts';

/** Bytes of a read; the next one is under way meanwhile. */
const READ_BYTES = 16 << 20;

/** An object of the bucket, at the version that it had when it was opened. */
export async function openObject(
  { s3, datasetsBucket: Bucket }: Installation,
  Key: string,
): Promise<{ eTag: string; chunks: AsyncGenerator<Uint8Array> }> {
  const { ETag, ContentLength = 0 } = await s3.send(new HeadObjectCommand({ Bucket, Key }));
  const read = async (start: number) => {
    const Range = `bytes=${start}-${Math.min(start + READ_BYTES, ContentLength) - 1}`;
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range, IfMatch: ETag }));
    return Body!.transformToByteArray();
  };
  async function* chunks() {
    let next = ContentLength > 0 ? read(0) : undefined;
    for (let start = READ_BYTES; next; start += READ_BYTES) {
      const bytes: Uint8Array = await next;
      next = start < ContentLength ? read(start) : undefined;
      // Its error is thrown where it is awaited, if it ever is.
      next?.catch(() => {});
      yield bytes;
    }
  }
  return { eTag: ETag!, chunks: chunks() };
}
