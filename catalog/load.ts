import { type Checkpoint, type Counts, type Position, writeCheckpoint } from './checkpoint.ts';
import { csvLine } from './csv.ts';
import type { Destination } from './destination/destination.ts';
import type { Catalog } from './formats/format.ts';
import { readRecords } from './records.ts';
import type { RejectsFile } from './rejects-file.ts';

/** What a load writes to, and where it notes how far it is. */
export interface Outputs {
  readonly destination: Destination;
  readonly rejects: RejectsFile;
  readonly checkpointPath: string;
  /** Told after each record. */
  progress(counts: Counts, consumedBytes: number): void;
}

/** Rows are handed on in pieces of this size. */
const WRITE_BYTES = 1 << 20;
/** When nothing at all can be read, the first records tell as much as all would. */
const HOPELESS_REJECTS = 1000;

/**
 * Turns records into the rows of a dataset, from a checkpoint on. The dataset is the same, byte by
 * byte, however often the load was interrupted: parts end after the record that fills them, and what
 * was written after the last safe part is written again.
 * @returns the checkpoint at the end, when all rows are safe
 */
export async function load(
  catalog: Catalog,
  from: Checkpoint,
  { destination, rejects, checkpointPath, progress }: Outputs,
): Promise<Checkpoint> {
  const { limit = Number.POSITIVE_INFINITY, partBytes } = from.request;
  const counts = { ...from.counts };
  let { parts, bytes } = from;
  let position: Position = from.position;
  let partStart = bytes;
  const buffer = Buffer.allocUnsafe(WRITE_BYTES);
  let buffered = 0;
  let latest = from;
  /** The part that is being made safe while the next one is filled. */
  let sealing: Promise<void> = Promise.resolve();

  const flush = () => {
    destination.write(buffer.subarray(0, buffered));
    buffered = 0;
  };
  const write = (line: string) => {
    const size = Buffer.byteLength(line);
    bytes += size;
    if (buffered + size > WRITE_BYTES) flush();
    if (size > WRITE_BYTES) destination.write(Buffer.from(line));
    else buffered += buffer.write(line, buffered);
  };
  const endPart = async (stage: Checkpoint['stage']) => {
    await sealing;
    flush();
    parts++;
    partStart = bytes;
    const reached: Checkpoint = {
      ...from,
      position,
      counts: { ...counts },
      parts,
      bytes,
      rejectsBytes: rejects.sizeBytes,
      stage,
    };
    latest = reached;
    sealing = destination.endPart().then(() => {
      rejects.sync();
      writeCheckpoint(checkpointPath, reached);
    });
    // Thrown where it is waited for.
    sealing.catch(() => {});
  };

  if (bytes === 0) write(csvLine(catalog.columns).line);
  if (counts.rows < limit) {
    for await (const record of readRecords(catalog, from.inputs, position, from.request)) {
      const { outcome } = record;
      if ('row' in outcome) {
        const { line, cut } = csvLine(outcome.row);
        write(line);
        counts.rows++;
        counts.cut += cut;
      } else if ('reason' in outcome) {
        rejects.add({ ...record, reason: outcome.reason });
        counts.rejects++;
        if (counts.rows === 0 && counts.rejects === HOPELESS_REJECTS) {
          throw new Error(
            `None of the first ${HOPELESS_REJECTS} records can be read; the last one: ${outcome.reason} Check that the input is for this catalogue.`,
          );
        }
      } else counts.skipped++;
      progress(counts, record.consumedBytes());
      if (counts.rows >= limit) break;
      if (bytes - partStart >= partBytes) {
        position = record.next();
        await endPart('reading');
      }
    }
  }
  await sealing;
  if (counts.rows === 0) {
    throw new Error('The input has no record for this catalogue. Nothing was published.');
  }
  // The position stays where the last part began: this checkpoint must say that nothing is left to read.
  if (bytes > partStart) {
    await endPart('read');
    await sealing;
    return latest;
  }
  const end: Checkpoint = { ...latest, stage: 'read', counts, rejectsBytes: rejects.sizeBytes };
  rejects.sync();
  writeCheckpoint(checkpointPath, end);
  return end;
}
