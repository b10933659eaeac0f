import type { PatentDocument } from '#shared/patent-document.ts';
import { damped } from './nearness.ts';

/** Letters of the pieces. */
const pieceLength = 4;
/** Documents without any of the pieces that are added to the field, as for words. */
const otherDocuments = 30;

/** How often each piece of a word is in a document, with the ends of the word: ` ben`, `bend`, `endi`, … of "bending". */
export type PieceCounts = ReadonlyMap<string, number>;

/** Pieces of title, abstract and first claim: what a document is about. */
export function countPieces({ title, abstract, claims }: PatentDocument): PieceCounts {
  const counts = new Map<string, number>();
  const text = [title, abstract, claims[0]?.text ?? ''].join('\n').slice(0, readLength);
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{3,40}/g)) {
    const ends = ` ${word} `;
    for (let at = 0; at + pieceLength <= ends.length; at++) {
      const piece = ends.slice(at, at + pieceLength);
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  return counts;
}

const readLength = 20_000;

/**
 * How far documents share the pieces of the patent's words, 0 to 1: the cosine of their pieces by rarity in the field. It counts "bend",
 * "bending" and "unbent" as near, where words are either the same or not.
 */
export function piecesShared(
  patent: PieceCounts,
  field: readonly PieceCounts[],
): (counts: PieceCounts) => number {
  const having = new Map<string, number>();
  for (const counts of field) {
    for (const piece of counts.keys()) having.set(piece, (having.get(piece) ?? 0) + 1);
  }
  const all = field.length + 1 + otherDocuments;
  const weightOf = (piece: string, count: number) => {
    const some = (having.get(piece) ?? 0) + 1;
    return damped(count) * Math.log(1 + (all - some + 0.5) / (some + 0.5));
  };
  const weigh = (counts: PieceCounts) => {
    const weights = Array.from(
      counts,
      ([piece, count]) => [piece, weightOf(piece, count)] as const,
    );
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    return weights.map(([piece, weight]) => [piece, weight / length] as const);
  };
  const own = new Map(weigh(patent));
  return (counts) =>
    Math.min(
      1,
      weigh(counts).reduce((sum, [piece, weight]) => sum + weight * (own.get(piece) ?? 0), 0),
    );
}
