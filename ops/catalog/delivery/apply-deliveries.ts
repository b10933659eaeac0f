import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { stemOfUcid } from '#shared/patent-versions.ts';
import { csvLine } from '../csv.ts';
import { BucketFile, createUpload, datasetKey } from '../destination/bucket-file.ts';
import type { Installation } from '../environment.ts';
import { citingCounts } from './citing-counts.ts';
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
  /** Other rows, which more publications cite than before. */
  readonly recounted: number;
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
  if (waiting.length === 0) return { deliveries: 0, removed: 0, added: 0, recounted: 0 };
  const latest = await latestChanges(installation, waiting);
  const key = datasetKey(catalog);
  const columns = await headerOf(installation, key);
  const ucidAt = columns.indexOf('ucid');
  if (ucidAt < 0) {
    throw new Error(`${key} has no column ucid: load the catalogue again without --add.`);
  }
  const citedByAt = columns.indexOf('cited_by');
  const counts = citedByAt < 0 ? new Map() : await countsOf(installation, waiting);
  const dataset = await openObject(installation, key);
  const upload = await createUpload(installation, key);
  const replacing = { ...upload, replaces: dataset.eTag };
  const destination = new BucketFile(installation, replacing, spool, 0);
  try {
    const written = new PartWriter(destination);
    let removed = 0;
    let recounted = 0;
    await copy(dataset.chunks, written, (record) => {
      const ucid = cellsOf(record, ucidAt + 1).at(-1)!;
      if (latest.has(ucid)) {
        removed++;
        return undefined;
      }
      const count = counts.get(stemOfUcid(ucid));
      if (count === undefined) return record;
      const cells = cellsOf(record);
      if (cells[citedByAt] === String(count)) return record;
      recounted++;
      return Buffer.from(csvLine(cells.with(citedByAt, String(count))).line);
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
          if (citedByAt >= 0) row[citedByAt] = String(counts.get(stemOfUcid(row[ucidAt]!)) ?? 0);
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
    return { deliveries: waiting.length, removed, added, recounted };
  } catch (error) {
    await destination.discard().catch(() => {});
    throw error;
  } finally {
    destination.close();
  }
}

/** The names of the columns of the dataset. */
async function headerOf(installation: Installation, key: string): Promise<string[]> {
  const { chunks } = await openObject(installation, key);
  for await (const record of recordsOf(chunks)) {
    return cellsOf(record).map((name) => name.replace(/^\uFEFF/, ''));
  }
  return [];
}

/** How many publications cite each number that deliveries cite or add, now that they serve. */
async function countsOf(
  installation: Installation,
  waiting: readonly WaitingDelivery[],
): Promise<Map<string, number>> {
  const numbers = new Set<string>();
  for (const { key } of waiting) {
    const { chunks } = await openObject(installation, key);
    let names: string[] = [];
    for await (const record of recordsOf(chunks)) {
      const cells = cellsOf(record);
      if (names.length === 0) {
        names = cells;
        continue;
      }
      numbers.add(stemOfUcid(cells[names.indexOf('ucid')]!));
      const cited = cells[names.indexOf('cites')] ?? '';
      for (const number of cited.split('; ')) if (number !== '') numbers.add(number);
    }
  }
  return citingCounts(servedVersions(installation), waiting.at(-1)!.version, numbers);
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

/** Copies the records, changed ones as they become and removed ones not at all. The others are copied in runs of many. */
async function copy(
  chunks: AsyncIterable<Uint8Array>,
  written: PartWriter,
  changed: (record: Buffer) => Buffer | undefined,
): Promise<void> {
  const records = new CsvRecords();
  let count = 0;
  const become = (record: Buffer) => (count++ === 0 ? record : changed(record));
  for await (const chunk of chunks) {
    const { bytes, ends } = records.push(chunk);
    let run = 0;
    let start = 0;
    for (const end of ends) {
      const record = bytes.subarray(start, end);
      const becomes = become(record);
      if (becomes !== record) {
        await written.write(bytes.subarray(run, start));
        if (becomes) await written.write(becomes);
        run = end;
      }
      start = end;
    }
    await written.write(bytes.subarray(run, start));
  }
  const last = records.finish();
  const becomes = last && become(last);
  if (!becomes) return;
  await written.write(becomes === last ? Buffer.concat([last, Buffer.from('\n')]) : becomes);
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
