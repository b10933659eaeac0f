import type { PatentDocument } from '#shared/patent-document.ts';
import { stemOfUcid } from '#shared/patent-versions.ts';
import type { PieceStore, StoredPiece } from './piece-store.ts';

/** What a correction prints of itself, not of the publication that it corrects. */
const OWN_PARTS = [
  'kind_code',
  'publication_date',
  'grant_date',
  'corrects',
  'citations',
  'drawings',
] as const satisfies (keyof PatentDocument)[];

/** How later publications of a number change an earlier one, by their kind codes (WIPO ST.16: 8 a corrected first page, 9 a reprint). */
export interface Republications {
  /** The reprint of the whole document, which is found in its place. */
  readonly replacedBy?: string;
  /** What corrected first pages say of the document. */
  readonly corrections: readonly StoredPiece[];
  /** Whether the publication itself is a first page that corrects another document. */
  readonly isCorrection: boolean;
}

/** @param ucid a document of the store */
export function republicationsOf(store: PieceStore, ucid: string): Republications {
  const letter = kindOf(ucid)[0] ?? '';
  const others = store
    .documentsOfNumber(stemOfUcid(ucid))
    .filter((other) => other !== ucid && kindOf(other)[0] === letter);
  const digit = kindOf(ucid)[1];
  if (digit === '9') return { corrections: [], isCorrection: false };
  const replacedBy = others.find((other) => kindOf(other)[1] === '9');
  if (digit === '8') return { replacedBy, corrections: [], isCorrection: others.length > 0 };
  const corrections = others
    .filter((other) => kindOf(other)[1] === '8')
    .flatMap((other) => store.piecesOf(other).map((piece) => asCorrection(piece, kindOf(other))));
  return { replacedBy, corrections, isCorrection: false };
}

/** Whether a publication changes others of its number. */
export const changesOthers = (ucid: string): boolean => /[89]/.test(kindOf(ucid)[1] ?? '');

const kindOf = (ucid: string) => ucid.slice(ucid.lastIndexOf('-') + 1);

function asCorrection(piece: StoredPiece, kind: string): StoredPiece {
  const own = new Set<string>(OWN_PARTS);
  const parts = Object.fromEntries(Object.entries(piece.parts).filter(([name]) => !own.has(name)));
  // It comes before the same part of the document that it corrects.
  return {
    ...piece,
    source: `${piece.source} ${kind}`,
    rank: piece.rank + 0.1,
    parts,
    row: undefined,
  };
}
