import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { csvLine } from '../csv.ts';
import { BucketFile, createUpload, datasetKey } from '../destination/bucket-file.ts';
import type { Installation } from '../environment.ts';
import { CsvRecords, cellsOf } from './csv-records.ts';
import { openObject } from './read-object.ts';
import { servedVersions } from './served.ts';
import { type WaitingDelivery, waitingDeliveries } from './waiting.ts';

/** Rows of the dataset that deliveries have changed. */
interface AppliedRows {
  readonly deliveries: number;
  /** Rows of documents that were added, replaced or withdrawn, which the dataset had. */
  readonly removed: number;
  readonly added: number;
}

/** Size of a part of the dataset: 10,000 of them are 1.3 TB. */
const PART_BYTES = 128 << 20;

/**
 * Puts the rows of all deliveries that wait into the dataset: a new object of the former rows without those that deliveries have
 * changed, and of the rows of the deliveries. It replaces the former object at once, if nobody else has. Applying a delivery
 * again changes nothing.
 * @param spool path of the file in which a part is kept until it is stored
 */
export async function applyDeliveries(
  installation: Installation,
  catalog: string,
  spool: string,
): Promise<AppliedRows> {
  const waiting = await waitingDeliveries(installation, catalog);
  if (waiting.length === 0) return { deliveries: 0, removed: 0, added: 0 };
  const latest = await latestChanges(installation, waiting);
  const key = datasetKey(catalog);
  const dataset = await openObject(installation, key);
  const upload = await createUpload(installation, key);
  const replacing = { ...upload, replaces: dataset.eTag };
  const destination = new BucketFile(installation, replacing, spool, 0);
  try {
    const written = new PartWriter(destination);
    let columns: string[] = [];
    const removed = await copy(dataset.chunks, written, (record, isHeader) => {
      if (!isHeader) return !latest.has(cellsOf(record, columns.indexOf('ucid') + 1).at(-1)!);
      columns = cellsOf(record).map((name) => name.replace(/^\uFEFF/, ''));
      if (columns.includes('ucid')) return true;
      throw new Error(`${key} has no column ucid: load the catalogue again without --add.`);
    });
    let added = 0;
    for (const delivery of waiting) {
      const { chunks } = await openObject(installation, delivery.key);
      let names: string[] = [];
      for await (const record of recordsOf(chunks)) {
        const cells = cellsOf(record);
        if (names.length === 0) names = cells;
        else if (latest.get(cells[names.indexOf('ucid')]!) === delivery.version) {
          const row = columns.map((name) => cells[names.indexOf(name)] ?? '');
          await written.write(Buffer.from(csvLine(row).line));
          added++;
        }
      }
    }
    await written.end();
    await destination.finish();
    // The oldest first: what is left after a crash is applied again, and is the newest.
    for (const { key: Key } of waiting) {
      const { s3, datasetsBucket: Bucket } = installation;
      await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    }
    return { deliveries: waiting.length, removed, added };
  } catch (error) {
    await destination.discard().catch(() => {});
    throw error;
  } finally {
    destination.close();
  }
}

/** By the documents that deliveries have changed: the last delivery that has. */
async function latestChanges(
  installation: Installation,
  waiting: readonly WaitingDelivery[],
): Promise<Map<string, string>> {
  const versions = servedVersions(installation);
  const latest = new Map<string, string>();
  for (const { version } of waiting) {
    for (const { ucid } of await versions.changes(version)) latest.set(ucid, version);
  }
  return latest;
}

/** Writes parts of a destination. */
class PartWriter {
  readonly #destination: BucketFile;
  #bytes = 0;

  constructor(destination: BucketFile) {
    this.#destination = destination;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.#destination.write(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= PART_BYTES) await this.end();
  }

  async end(): Promise<void> {
    await this.#destination.endPart();
    this.#bytes = 0;
  }
}

/**
 * Copies the records that are to be kept, in runs of many.
 * @returns how many were left out
 */
async function copy(
  chunks: AsyncIterable<Uint8Array>,
  written: PartWriter,
  isKept: (record: Buffer, isHeader: boolean) => boolean,
): Promise<number> {
  const records = new CsvRecords();
  let count = 0;
  let removed = 0;
  const keeps = (record: Buffer) => isKept(record, count++ === 0);
  for await (const chunk of chunks) {
    const { bytes, ends } = records.push(chunk);
    let run = 0;
    let start = 0;
    for (const end of ends) {
      if (!keeps(bytes.subarray(start, end))) {
        await written.write(bytes.subarray(run, start));
        run = end;
        removed++;
      }
      start = end;
    }
    await written.write(bytes.subarray(run, start));
  }
  const last = records.finish();
  if (!last) return removed;
  if (!keeps(last)) return removed + 1;
  await written.write(Buffer.concat([last, Buffer.from('\n')]));
  return removed;
}

async function* recordsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const records = new CsvRecords();
  for await (const chunk of chunks) {
    const { bytes, ends } = records.push(chunk);
    let start = 0;
    for (const end of ends) {
      yield bytes.subarray(start, end);
      start = end;
    }
  }
  const last = records.finish();
  if (last) yield last;
}
