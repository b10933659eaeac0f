import type { Explanation } from '#shared/contract/search.ts';

/** A piece of a passage, and whether its words are in the query or near it in meaning. */
export interface Piece {
  text: string;
  kind: 'plain' | 'term' | 'concept';
}

/** Splits a text at the words that the engine marked in it. */
export function passagePieces({
  text,
  termRanges,
  conceptRanges,
}: Pick<NonNullable<Explanation['passage']>, 'text' | 'termRanges' | 'conceptRanges'>): Piece[] {
  const marks = [
    ...termRanges.map(([start, end]) => ({ start, end, kind: 'term' as const })),
    ...conceptRanges.map(([start, end]) => ({ start, end, kind: 'concept' as const })),
  ].sort((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let done = 0;
  const add = (end: number, kind: Piece['kind']) => {
    if (end > done) pieces.push({ text: text.slice(done, end), kind });
    done = Math.max(done, end);
  };
  for (const { start, end, kind } of marks) {
    add(start, 'plain');
    add(end, kind);
  }
  add(text.length, 'plain');
  return pieces;
}
