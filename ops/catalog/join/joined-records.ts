import { basename } from 'node:path';
import type { PatentDocument } from '#shared/patent-document.ts';
import { applicationKey } from '#shared/patent-links.ts';
import { stemOfUcid } from '#shared/patent-versions.ts';
import type { Choice, Outcome } from '../formats/format.ts';
import type { ReadRecord } from '../records.ts';
import { inheritedRecords } from './inherited-records.ts';
import { joinedRow } from './joined-row.ts';
import { mergePieces } from './merge.ts';
import type { PieceStore, StoredPiece } from './piece-store.ts';
import { republicationsOf } from './republications.ts';

/** Where the joining goes on: after a piece, among the documents (0) or among what no document takes (1). */
interface JoinPosition {
  readonly text: number;
  readonly offset: number;
}

/**
 * The documents of a load, each put together of all pieces about it, then the pieces that no document takes, which are
 * rejected by the names of their sources.
 */
export function* joinedRecords(
  store: PieceStore,
  from: JoinPosition,
  choice: Choice,
): Generator<ReadRecord> {
  const record = (outcome: Outcome, piece: StoredPiece, text: number, offset: number) => ({
    outcome,
    file: piece.file,
    entry: piece.entry,
    offset: piece.offset,
    consumedBytes: () => offset,
    next: () => ({ file: 0, text, offset }),
  });
  if (from.text === 0) {
    // A row tells how many publications cite it, so who cites whom is known before the first row is written.
    if (from.offset === 0) linkAll(store);
    for (const { ucid, piece } of store.documentsAfter(from.offset)) {
      const pieces = store.piecesOf(ucid);
      yield record(joined(store, ucid, pieces, choice), pieces[0]!, 0, piece);
    }
  }
  for (const piece of store.unjoinedAfter(from.text === 0 ? 0 : from.offset)) {
    yield record({ reason: unjoined(piece) }, piece, 1, piece.id);
  }
}

function linkAll(store: PieceStore): void {
  for (const { ucid } of store.documentsAfter(0)) {
    store.link(mergedDocument(store, ucid, store.piecesOf(ucid)).document);
  }
}

function joined(
  store: PieceStore,
  ucid: string,
  own: readonly StoredPiece[],
  choice: Choice,
): Outcome {
  const { document, pieces, isCorrection } = mergedDocument(store, ucid, own);
  // What was withdrawn or printed anew can be read by its number, and is not found.
  if (document.withdrawn || document.replaced_by || isCorrection) return { document };
  const familyName = store.familyName(document);
  const citing = store.citing(stemOfUcid(ucid));
  return {
    row: joinedRow(document, pieces, choice.patentTexts, familyName, citing),
    document,
  };
}

function mergedDocument(store: PieceStore, ucid: string, own: readonly StoredPiece[]) {
  const application = own.map(({ parts }) => parts.application_number).find(Boolean);
  const records = store.recordsOf(ucid, application);
  const earlier = inheritedRecords(store, ucid, applicationKey(application ?? ''));
  const { replacedBy, corrections, isCorrection } = republicationsOf(store, ucid);
  const pieces = [...own, ...earlier, ...records, ...corrections].map((piece) => ({
    ...piece,
    file: piece.entry ?? basename(piece.file),
  }));
  const merged = mergePieces(ucid, pieces);
  const document = withFamily(replacedBy ? { ...merged, replaced_by: replacedBy } : merged, store);
  return { document, pieces, isCorrection };
}

function withFamily(document: PatentDocument, store: PieceStore): PatentDocument {
  const all = new Map(
    [...store.familyOf(document), ...(document.family ?? [])].map((member) => [
      member.ucid,
      member,
    ]),
  );
  for (const member of store.familyOf(document)) {
    all.set(member.ucid, { ...all.get(member.ucid), ...member });
  }
  all.delete(document.ucid);
  // A number without kind code says nothing where one of its publications is known.
  const stems = new Set([document.ucid, ...all.keys()].map(stemOfUcid));
  const family = [...all.values()].filter(({ ucid }) => !stems.has(ucid));
  if (family.length === 0) return { ...document, family: undefined };
  const basis = document.family_id ? 'DOCDB simple family' : 'shared priorities';
  return { ...document, family, family_basis: document.family_basis ?? basis };
}

const forms: Record<string, string> = { u: '', n: 'publication ', a: 'application ' };

/** `INPADOC legal events of publication EP-2999999 and 3 others: …` */
function unjoined({ source, about, pieces }: StoredPiece & { pieces: number }): string {
  const others = pieces > 1 ? ` and ${pieces - 1} more` : '';
  return `${source} of ${forms[about[0]!]}${about.slice(2)}${others}: no document of this number was loaded with it.`;
}
