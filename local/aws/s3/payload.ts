import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from '../service.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import type { Blob, BlobFiles } from './blob-files.ts';
import { checksumHeader, startChecksum } from './checksums.ts';

/** What one request may carry: 5 GiB in a PUT, a part or a form. */
export const MAX_PAYLOAD_BYTES = 5 * 1024 ** 3;

/** What a client says about the bytes it sends. All of it is verified. */
interface Announced {
  contentMd5?: string | undefined;
  /** Hexadecimal, from `x-amz-content-sha256`. */
  sha256?: string | undefined;
  /** Header or trailer name of a further checksum, and its value (the trailer's is not known yet). */
  checksum?: { name: string; value?: string | undefined } | undefined;
  sizeBytes?: number | undefined;
  maxBytes: number;
}

/** Bytes that arrived and are what was announced. */
interface Received {
  blob: Blob;
  /** Hexadecimal. */
  md5: string;
  /** The verified checksum as a header, to be answered and kept; empty if none was announced. */
  checksumHeaders: Record<string, string>;
}

/** Stores the body of a PUT, whose headers announce it. */
export async function receiveBody(
  body: AsyncIterable<Buffer>,
  headers: IncomingHttpHeaders,
  files: BlobFiles,
): Promise<Received> {
  const { bytes, trailers } = decode(body, headers);
  const name =
    checksumHeader(Object.keys(headers)) ?? checksumHeader(split(headers['x-amz-trailer']));
  const hash = String(headers['x-amz-content-sha256'] ?? '');
  return receive(bytes, files, trailers, {
    contentMd5: headers['content-md5'] as string | undefined,
    sha256: /^[0-9a-f]{64}$/.test(hash) ? hash : undefined,
    checksum: name ? { name, value: headers[name] as string | undefined } : undefined,
    sizeBytes: announcedSize(headers),
    maxBytes: MAX_PAYLOAD_BYTES,
  });
}

/** Stores bytes with bounded memory while hashing them, and keeps them only if they are as announced. */
export async function receive(
  bytes: AsyncIterable<Buffer>,
  files: BlobFiles,
  trailers: ReadonlyMap<string, string>,
  announced: Announced,
): Promise<Received> {
  const md5 = createHash('md5');
  const sha256 = announced.sha256 ? createHash('sha256') : undefined;
  const checksum = announced.checksum && startChecksum(announced.checksum.name);
  const blob = await files.write(
    (async function* () {
      let sizeBytes = 0;
      for await (const chunk of bytes) {
        sizeBytes += chunk.length;
        if (sizeBytes > announced.maxBytes) throw entityTooLarge(sizeBytes, announced.maxBytes);
        md5.update(chunk);
        sha256?.update(chunk);
        checksum?.update(chunk);
        yield chunk;
      }
    })(),
  );
  const digest = md5.digest();
  const name = announced.checksum?.name ?? '';
  const expected = announced.checksum?.value ?? trailers.get(name);
  const actual = checksum?.digest();
  try {
    if (announced.sizeBytes !== undefined && announced.sizeBytes !== blob.sizeBytes) {
      throw new AwsError('IncompleteBody', 'The body has not the number of bytes announced.');
    }
    if (announced.contentMd5 && announced.contentMd5 !== digest.toString('base64')) {
      throw new AwsError(
        'BadDigest',
        'The Content-MD5 you specified did not match what we received.',
      );
    }
    if (actual !== expected) {
      const algorithm = name.replace('x-amz-checksum-', '').toUpperCase();
      throw new AwsError(
        'BadDigest',
        `The ${algorithm} you specified did not match the calculated checksum.`,
      );
    }
    if (sha256 && sha256.digest('hex') !== announced.sha256) {
      throw new AwsError(
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
  } catch (error) {
    await files.remove([blob]);
    throw error;
  }
  return { blob, md5: digest.toString('hex'), checksumHeaders: actual ? { [name]: actual } : {} };
}

function entityTooLarge(sizeBytes: number, maxBytes: number): AwsError {
  return new AwsError(
    'EntityTooLarge',
    'Your proposed upload exceeds the maximum allowed size',
    400,
    {
      ProposedSize: sizeBytes,
      MaxSizeAllowed: maxBytes,
    },
  );
}

function decode(body: AsyncIterable<Buffer>, headers: IncomingHttpHeaders) {
  const trailers = new Map<string, string>();
  const mode = String(headers['x-amz-content-sha256'] ?? '');
  if (mode === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    return { bytes: decodeAwsChunked(body, trailers), trailers };
  }
  if (mode.startsWith('STREAMING-')) {
    throw new AwsError(
      'NotImplemented',
      `Bodies signed chunk by chunk (${mode}) are not emulated.`,
      501,
    );
  }
  return { bytes: body, trailers };
}

function announcedSize(headers: IncomingHttpHeaders): number {
  const text = headers['x-amz-decoded-content-length'] ?? headers['content-length'];
  if (text === undefined) {
    throw new AwsError(
      'MissingContentLength',
      'You must provide the Content-Length HTTP header.',
      411,
    );
  }
  const sizeBytes = Number(text);
  if (sizeBytes > MAX_PAYLOAD_BYTES) throw entityTooLarge(sizeBytes, MAX_PAYLOAD_BYTES);
  return sizeBytes;
}

const split = (list: string | string[] | undefined) =>
  String(list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
