import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AwsError, type RestRequest } from '#local/aws/service.ts';
import type { Blob, BlobFiles } from './blob-files.ts';
import { notEmulated } from './headers.ts';

/** The largest body of a PUT, a part or a form: 5 GiB. */
export const maxPayloadBytes = 5 * 1024 ** 3;

/** Digests of bytes that arrived: hexadecimal, and base64 as headers carry them. */
interface Digests {
  md5: Buffer;
  sha256?: string | undefined;
  crc32?: string | undefined;
}

/** Received bytes that match the announced length and digests. */
export interface Received {
  blob: Blob;
  /** MD5, hexadecimal. */
  etag: string;
}

/** Stores the body of a PUT. Throws and stores nothing if length or digests differ from the headers. */
export async function receiveBody(
  { body, headers }: RestRequest,
  files: BlobFiles,
): Promise<Received> {
  checkLength(headers);
  const { blob, digests } = await writeDigested(body, headers, maxPayloadBytes, files);
  const problem = mismatch(headers, blob.sizeBytes, digests);
  if (problem) {
    await files.remove([blob]);
    throw problem;
  }
  return { blob, etag: digests.md5.toString('hex') };
}

/**
 * Stores the file of a form. Throws and stores nothing unless its size is between `minBytes` and
 * `maxBytes`.
 */
export async function receiveFile(
  file: Readable,
  minBytes: number,
  maxBytes: number,
  files: BlobFiles,
): Promise<Received> {
  const limit = Math.min(maxBytes, maxPayloadBytes);
  const { blob, digests } = await writeDigested(file, {}, limit, files);
  if (blob.sizeBytes < minBytes) {
    await files.remove([blob]);
    throw new AwsError(
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      400,
      { ProposedSize: blob.sizeBytes, MinSizeAllowed: minBytes },
    );
  }
  return { blob, etag: digests.md5.toString('hex') };
}

/** Writes bytes with bounded memory while it computes the digests that the headers announce, and MD5. */
async function writeDigested(
  bytes: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
  files: BlobFiles,
): Promise<{ blob: Blob; digests: Digests }> {
  const md5 = createHash('md5');
  const sha256 = announcedSha256(headers) ? createHash('sha256') : undefined;
  let crc = 0;
  const hasCrc = 'x-amz-checksum-crc32' in headers;
  async function* digested() {
    let sizeBytes = 0;
    // Leaving the loop early must not close the connection that the answer needs.
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw tooLarge(sizeBytes, maxBytes);
      md5.update(chunk);
      sha256?.update(chunk);
      if (hasCrc) crc = crc32(chunk, crc);
      yield chunk;
    }
  }
  const blob = await files.write(digested()).catch((error) => {
    // The sender has hung up.
    throw bytes.errored && !(error instanceof AwsError) ? incomplete() : error;
  });
  const crcBytes = Buffer.alloc(4);
  crcBytes.writeUInt32BE(crc);
  const digests: Digests = {
    md5: md5.digest(),
    sha256: sha256?.digest('hex'),
    crc32: hasCrc ? crcBytes.toString('base64') : undefined,
  };
  return { blob, digests };
}

function mismatch(
  headers: IncomingHttpHeaders,
  sizeBytes: number,
  { md5, sha256, crc32: crc }: Digests,
): AwsError | undefined {
  if (Number(headers['content-length']) !== sizeBytes) return incomplete();
  const contentMd5 = headers['content-md5'];
  if (contentMd5 !== undefined && contentMd5 !== md5.toString('base64')) {
    return new AwsError(
      'BadDigest',
      'The Content-MD5 you specified did not match what we received.',
    );
  }
  if (crc !== headers['x-amz-checksum-crc32']) {
    return new AwsError(
      'BadDigest',
      'The CRC32 you specified did not match the calculated checksum.',
    );
  }
  if (sha256 !== announcedSha256(headers)) {
    return new AwsError(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  return undefined;
}

/** The body's SHA-256 as the signature covers it; undefined for an unsigned one. */
function announcedSha256(headers: IncomingHttpHeaders): string | undefined {
  const hash = String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  if (hash === 'UNSIGNED-PAYLOAD') return undefined;
  throw notEmulated(`x-amz-content-sha256: ${hash}`);
}

function checkLength(headers: IncomingHttpHeaders): void {
  const length = headers['content-length'];
  if (length === undefined) {
    throw new AwsError(
      'MissingContentLength',
      'You must provide the Content-Length HTTP header.',
      411,
    );
  }
  if (Number(length) > maxPayloadBytes) throw tooLarge(Number(length), maxPayloadBytes);
}

const incomplete = () =>
  new AwsError('IncompleteBody', 'The body has not the number of bytes announced.');

const tooLarge = (sizeBytes: number, maxBytes: number) =>
  new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400, {
    ProposedSize: sizeBytes,
    MaxSizeAllowed: maxBytes,
  });
