import type { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { transferLimits } from '#core/runtime/call-limits.ts';
import type { ByteSource } from '#engine';

/** The S3 client of this function instance. */
export const s3 = new S3Client(transferLimits());

/**
 * Whether S3 says that an object does not exist. A caller that may not list the bucket is told 403
 * instead of 404, so that it cannot find out which keys exist.
 */
export const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0);

/** Whether S3 says that an object is not the version that was asked for. */
export const isChanged = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;

/** An object as a source of ranges. With `eTag`, reading fails once the object was replaced or deleted. */
export function objectSource(
  bucket: string,
  key: string,
  object: { sizeBytes: number; eTag?: string },
): ByteSource {
  const get = async (offset: number, length: number) => {
    const { Body } = await s3.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        Range: `bytes=${offset}-${offset + length - 1}`,
        IfMatch: object.eTag,
      }),
    );
    return Body!;
  };
  return {
    sizeBytes: object.sizeBytes,
    async read(offset, length) {
      if (length === 0) return new Uint8Array(0);
      return (await get(offset, length)).transformToByteArray();
    },
    async readInto(offset, target) {
      let at = 0;
      if (target.length === 0) return at;
      for await (const chunk of (await get(offset, target.length)) as Readable) {
        target.set(chunk, at);
        at += chunk.length;
      }
      return at;
    },
  };
}

/** Removes all objects below a prefix. Throws when one cannot be removed; the rest can be tried again. */
export async function removeBelow(Bucket: string, Prefix: string): Promise<void> {
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
    if (Contents.length === 0) return;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors[0]) throw new Error(`${Errors[0].Key} cannot be removed: ${Errors[0].Message}`);
  }
}
