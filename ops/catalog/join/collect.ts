import { type Checkpoint, writeCheckpoint } from '../checkpoint.ts';
import type { Documents } from '../destination/documents.ts';
import type { Catalog } from '../formats/format.ts';
import { withStoredImages } from '../images/store-images.ts';
import { type ReadRecord, readRecords } from '../records.ts';
import type { RejectsFile } from '../rejects-file.ts';
import { aboutUcid, type PatentPiece, ranks } from './piece.ts';
import type { PieceStore } from './piece-store.ts';

interface CollectOutputs {
  readonly documents?: Documents;
  readonly pieces: PieceStore;
  readonly rejects: RejectsFile;
  readonly checkpointPath: string;
  progress(counts: Checkpoint['counts'], consumedBytes: number): void;
}

/** If this many first records are rejected and none is read, the input is probably the wrong one. */
const MAX_FIRST_REJECTS = 1000;

/**
 * Reads all records of a catalogue with documents into the store, from where they are joined and written.
 * @returns the checkpoint from which they are
 */
export async function collect(
  catalog: Catalog,
  from: Checkpoint,
  { documents, pieces, rejects, checkpointPath, progress }: CollectOutputs,
): Promise<Checkpoint> {
  const { limit = Number.POSITIVE_INFINITY, partBytes } = from.request;
  const counts = { ...from.counts };
  const keep = (change: Partial<Checkpoint>): Checkpoint => {
    pieces.commit();
    rejects.sync();
    const reached: Checkpoint = {
      ...from,
      counts: { ...counts },
      pieces: pieces.pieces,
      rejectsBytes: rejects.sizeBytes,
      ...change,
    };
    writeCheckpoint(checkpointPath, reached);
    return reached;
  };
  if (counts.documents < limit) {
    const records = readRecords(catalog, from.inputs, from.position, from.request);
    for await (const record of documents ? withStoredImages(records, documents) : records) {
      const { outcome } = record;
      if ('reason' in outcome) {
        rejects.add({ ...record, reason: outcome.reason });
        counts.rejects++;
        if (pieces.pieces === 0 && counts.rejects === MAX_FIRST_REJECTS) {
          throw new Error(
            `None of the first ${MAX_FIRST_REJECTS} records can be read; the last one: ${outcome.reason} Check that the input is for this catalogue.`,
          );
        }
      } else if ('skipped' in outcome) counts.skipped++;
      else {
        counts.documents += pieces.add(piecesOf(record), record);
      }
      progress({ ...counts, rows: counts.documents }, record.consumedBytes());
      if (counts.documents >= limit) break;
      if (pieces.uncommittedBytes >= partBytes) {
        await documents?.settle();
        keep({ position: record.next() });
      }
    }
  }
  counts.documents = 0;
  await documents?.settle();
  return keep({ stage: 'joining', position: { file: 0, text: 0, offset: 0 } });
}

/** Every format of a catalogue with documents names its source. */
function piecesOf({ outcome, source }: ReadRecord): readonly PatentPiece[] {
  if ('pieces' in outcome) return outcome.pieces;
  if (!('row' in outcome) || !outcome.document || !source) return [];
  const { row, document } = outcome;
  const rank = ranks[source.rank];
  return [{ about: aboutUcid(document.ucid), source: source.name, rank, parts: document, row }];
}
