import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Installation } from '../environment.ts';
import type { Destination } from './destination.ts';

/** A multipart upload in progress. */
export interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  /** Stored in the object's metadata, by which a completed upload is recognised. */
  readonly loadId: string;
  /** ETag of the object that it replaces, if it must not replace another. */
  readonly replaces?: string;
}

export const datasetKey = (catalog: string) => `data-catalog/${catalog}.csv`;

/** Rows of deliveries that are not in the dataset yet, in the order of their names. */
export const deliveriesPrefix = (catalog: string) => `data-catalog/${catalog}.deliveries/`;

export const deliveryKey = (catalog: string, loadId: string) =>
  `${deliveriesPrefix(catalog)}${new Date().toISOString()}-${loadId}.csv`;

/** Delays before a part is sent again. The S3 client does not retry streams by itself. */
const RETRY_MS = [500, 2000, 8000, 30_000];

/** Starts the upload of a dataset, or of the rows of a delivery, to the environment. */
export async function createUpload(
  { s3, datasetsBucket: bucket }: Installation,
  key: string,
  loadId: string = randomUUID(),
): Promise<Upload> {
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      ContentType: 'text/csv',
      Metadata: { load: loadId },
      ChecksumAlgorithm: 'CRC32',
      ChecksumType: 'FULL_OBJECT',
    }),
  );
  return { bucket, key, loadId, uploadId: UploadId! };
}

/**
 * An S3 object that is uploaded in parts while it is written. A part is spooled to a file until S3 has
 * stored it. Its checksum is computed from the bytes as they were written.
 */
export class BucketFile implements Destination {
  readonly #s3: S3Client;
  readonly #upload: Upload;
  readonly #spoolPath: string;
  #part: { number: number; fd: number; crc: number; sizeBytes: number } | undefined;
  #ended: number;
  /** Ends the pauses before parts are sent again. A load that failed must not send the file of the load that resumes it. */
  readonly #closing = new AbortController();

  /** @param parts number of parts that are already stored */
  constructor({ s3 }: Installation, upload: Upload, spoolPath: string, parts: number) {
    this.#s3 = s3;
    this.#upload = upload;
    this.#spoolPath = spoolPath;
    this.#ended = parts;
  }

  get #place() {
    const { bucket, key, uploadId } = this.#upload;
    return { Bucket: bucket, Key: key, UploadId: uploadId };
  }

  #fileOf = (part: number) => `${this.#spoolPath}.part-${part % 2}`;

  write(bytes: Uint8Array): void {
    const number = this.#ended + 1;
    this.#part ??= { number, fd: openSync(this.#fileOf(number), 'w'), crc: 0, sizeBytes: 0 };
    const part = this.#part;
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(part.fd, bytes, written);
    }
    part.crc = crc32(bytes, part.crc);
    part.sizeBytes += bytes.length;
  }

  async endPart(): Promise<void> {
    if (!this.#part) return;
    const { number, fd, crc } = this.#part;
    this.#part = undefined;
    this.#ended = number;
    closeSync(fd);
    await this.#send(number, crc);
  }

  async #send(number: number, crc: number): Promise<void> {
    const path = this.#fileOf(number);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc);
    for (let attempt = 0; ; attempt++) {
      const body = createReadStream(path);
      // A request that fails before it reads the file leaves it behind.
      body.on('error', () => {});
      try {
        await this.#s3.send(
          new UploadPartCommand({
            ...this.#place,
            PartNumber: number,
            Body: body,
            ContentLength: statSync(path).size,
            ChecksumCRC32: checksum.toString('base64'),
          }),
        );
        if (!this.#closing.signal.aborted) rmSync(path);
        return;
      } catch (error) {
        body.destroy();
        this.#closing.signal.throwIfAborted();
        if ((error as Error).name === 'NoSuchUpload') throw this.#expired(error);
        const pauseMs = RETRY_MS[attempt];
        if (pauseMs === undefined) throw this.#failed(number, error);
        await sleep(pauseMs, undefined, { signal: this.#closing.signal });
      }
    }
  }

  async finish(): Promise<void> {
    const { bucket, key, replaces } = this.#upload;
    try {
      const parts = await this.#storedParts();
      if (parts.length < this.#ended) throw this.#expired();
      await this.#s3.send(
        new CompleteMultipartUploadCommand({
          ...this.#place,
          ChecksumType: 'FULL_OBJECT',
          MultipartUpload: { Parts: parts.slice(0, this.#ended) },
          IfMatch: replaces,
        }),
      );
    } catch (error) {
      if ((error as Error).name === 'PreconditionFailed') throw this.#overtaken(error);
      if ((error as Error).name !== 'NoSuchUpload') throw error;
      // The upload may have been completed by a run that was killed before it wrote its checkpoint.
      const { Metadata } = await this.#s3
        .send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
        .catch(() => ({ Metadata: undefined }));
      if (Metadata?.load !== this.#upload.loadId) throw this.#expired(error);
    }
  }

  async #storedParts(): Promise<CompletedPart[]> {
    const parts: CompletedPart[] = [];
    let after: string | undefined;
    do {
      const page = await this.#s3.send(
        new ListPartsCommand({ ...this.#place, PartNumberMarker: after }),
      );
      for (const { PartNumber, ETag, ChecksumCRC32 } of page.Parts ?? []) {
        parts.push({ PartNumber, ETag, ChecksumCRC32 });
      }
      after = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (after !== undefined);
    return parts;
  }

  async discard(): Promise<void> {
    this.close();
    await this.#s3.send(new AbortMultipartUploadCommand(this.#place)).catch((error) => {
      if (error.name !== 'NoSuchUpload') throw error;
    });
  }

  close(): void {
    this.#closing.abort();
    if (this.#part) closeSync(this.#part.fd);
    this.#part = undefined;
    for (const parity of [0, 1]) rmSync(this.#fileOf(parity), { force: true });
  }

  #expired(cause?: unknown): Error {
    return new Error(
      'The upload no longer exists: S3 keeps unfinished uploads for 7 days. Start over with --restart.',
      { cause },
    );
  }

  #overtaken(cause: unknown): Error {
    const { key } = this.#upload;
    return new Error(`Another command has changed ${key} meanwhile. Run the same command again.`, {
      cause,
    });
  }

  #failed(number: number, cause: unknown): Error {
    return new Error(
      `Part ${number} could not be uploaded (${(cause as Error).message}). Run the same command again to resume.`,
      { cause },
    );
  }
}
