import { type Checkpoint, type Counts, type Position, writeCheckpoint } from './checkpoint.ts';
import { csvLine } from './csv.ts';
import type { Destination } from './destination/destination.ts';
import type { Documents } from './destination/documents.ts';
import type { Catalog } from './formats/format.ts';
import { collect } from './join/collect.ts';
import { joinedRecords } from './join/joined-records.ts';
import type { PieceStore } from './join/piece-store.ts';
import { type ReadRecord, readRecords } from './records.ts';
import type { RejectsFile } from './rejects-file.ts';

/** Outputs of a load. */
export interface Outputs {
  readonly destination: Destination;
  /** For catalogues that have them, with the store in which they are put together. */
  readonly documents?: Documents;
  readonly pieces?: PieceStore;
  readonly rejects: RejectsFile;
  readonly checkpointPath: string;
  /** Completes the pieces when all records are read. Called again when the load is resumed after that. */
  complete?(pieces: PieceStore): Promise<void>;
  /** Called after each record. */
  progress(counts: Counts, consumedBytes: number): void;
}

/** Rows are buffered and written in chunks of this size. */
const WRITE_BYTES = 1 << 20;
/** If this many first records are rejected and none is read, the input is probably the wrong one. */
const MAX_FIRST_REJECTS = 1000;

/**
 * Converts records to the rows of a dataset and to documents, starting at a checkpoint. Documents are joined from all records
 * about them, when all are read. The result is byte-identical, however often the load is interrupted.
 * @returns the final checkpoint, when all rows are stored durably
 */
export async function load(
  catalog: Catalog,
  from: Checkpoint,
  outputs: Outputs,
): Promise<Checkpoint> {
  const { pieces, progress } = outputs;
  if (!pieces) {
    const records = readRecords(catalog, from.inputs, from.position, from.request);
    return write(catalog, from, records, outputs);
  }
  const read =
    from.stage === 'reading' ? await collect(catalog, from, { ...outputs, pieces }) : from;
  await outputs.complete?.(pieces);
  const joined = joinedRecords(pieces, read.position, read.request);
  // Bytes are those of the input files, all of which are read.
  const consumed = read.inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return write(catalog, read, joined, {
    ...outputs,
    progress: (counts) => progress(counts, consumed),
  });
}

/**
 * Writes records, starting at a checkpoint: a part ends with the record that fills it, and everything after the last stored
 * part is written again.
 */
async function write(
  catalog: Catalog,
  from: Checkpoint,
  records: AsyncIterable<ReadRecord> | Iterable<ReadRecord>,
  { destination, documents, pieces, rejects, checkpointPath, progress }: Outputs,
): Promise<Checkpoint> {
  const { limit = Number.POSITIVE_INFINITY, partBytes } = from.request;
  const counts = { ...from.counts };
  let { parts, bytes } = from;
  let position: Position = from.position;
  let partStart = bytes;
  const buffer = Buffer.allocUnsafe(WRITE_BYTES);
  let buffered = 0;
  let latest = from;
  /** Resolves when the previous part is stored. The next part is filled meanwhile. */
  let sealing: Promise<void> = Promise.resolve();

  const flush = () => {
    destination.write(buffer.subarray(0, buffered));
    buffered = 0;
  };
  const writeLine = (line: string) => {
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
      documentsBytes: documents?.sizeBytes ?? 0,
      stage,
    };
    latest = reached;
    sealing = Promise.all([destination.endPart(), documents?.settle()]).then(() => {
      pieces?.commit();
      rejects.sync();
      writeCheckpoint(checkpointPath, reached);
    });
    // Errors are thrown where the promise is awaited.
    sealing.catch(() => {});
  };

  if (bytes === 0) {
    writeLine(csvLine(catalog.headerOf?.(from.request) ?? catalog.columns).line);
  }
  if (counts.rows < limit) {
    for await (const record of records) {
      const { outcome } = record;
      if ('row' in outcome) {
        const { line, cut } = csvLine(outcome.row);
        writeLine(line);
        counts.rows++;
        counts.cut += cut;
      }
      if (documents && 'document' in outcome && outcome.document) {
        await documents.add(outcome.document);
        counts.documents++;
      }
      if ('reason' in outcome) {
        rejects.add({ ...record, reason: outcome.reason });
        counts.rejects++;
        if (counts.rows === 0 && counts.rejects === MAX_FIRST_REJECTS) {
          throw new Error(
            `None of the first ${MAX_FIRST_REJECTS} records can be read; the last one: ${outcome.reason} Check that the input is for this catalogue.`,
          );
        }
      } else if ('skipped' in outcome) counts.skipped++;
      progress(counts, record.consumedBytes());
      if (counts.rows >= limit) break;
      if (bytes - partStart >= partBytes) {
        position = record.next();
        await endPart(from.stage);
      }
    }
  }
  await sealing;
  if (counts.rows === 0 && counts.documents === 0) {
    const why =
      counts.rejects > 0
        ? ` Records that were rejected: ${counts.rejects}; the last one: ${rejects.lastReason}`
        : '';
    throw new Error(`The input has no record for this catalogue.${why} Nothing was published.`);
  }
  // The position is still the start of the last part, so the stage must say that nothing is left to read.
  if (bytes > partStart) {
    await endPart('read');
    await sealing;
    return latest;
  }
  const end: Checkpoint = { ...latest, stage: 'read', counts, rejectsBytes: rejects.sizeBytes };
  pieces?.commit();
  rejects.sync();
  writeCheckpoint(checkpointPath, end);
  return end;
}
