import type { PatentMark } from '#shared/patent-document.ts';

/** `[start, end)` of a text. */
export interface TextRange {
  start: number;
  end: number;
}

/** A piece of a text as a page shows it. Ranges of pieces do not overlap, and leave out only what is not shown. */
export type TextPiece =
  | (TextRange & { kind: 'text' })
  | (TextRange & { kind: 'word' })
  | (TextRange & { kind: 'mark'; mark: PatentMark; pieces: TextPiece[] })
  | (TextRange & { kind: 'table'; mark: PatentMark; rows: TextPiece[][][] })
  | (TextRange & { kind: 'passage'; pieces: TextPiece[] });

/** What stands in a text: its marks, ascending; the passage that is cited; the words of a search. */
export interface TextLayers {
  marks?: readonly PatentMark[] | undefined;
  passage?: TextRange | undefined;
  words?: readonly TextRange[] | undefined;
}

/** Marks that stand for something that is not text. */
const atomic = new Set<PatentMark['kind']>(['formula', 'chemistry', 'image', 'sequence']);

/**
 * Splits a text at its marks, the cited passage and the words of a search, which may cross each other.
 * @param range that is shown, such as a line; by default the whole text
 */
export function textPieces(
  text: string,
  layers: TextLayers,
  range: TextRange = { start: 0, end: text.length },
): TextPiece[] {
  const structure = structureOf(text, range, layers.marks ?? []);
  const { passage, words = [] } = layers;
  return withWords(passage ? withPassage(structure, passage) : structure, words);
}

/** The lines of a text. A table is part of one. */
export function linesOf(text: string, marks: readonly PatentMark[] = []): TextRange[] {
  const tables = marks.filter(({ kind }) => kind === 'table');
  const lines: TextRange[] = [];
  let start = 0;
  for (const { index } of text.matchAll(/\n/g)) {
    if (tables.some((table) => table.start <= index && index < table.end)) continue;
    lines.push({ start, end: index });
    start = index + 1;
  }
  return [...lines, { start, end: text.length }];
}

/** Pieces of a range of the text, without the passage and the words. Marks that cross others are left out. */
function structureOf(text: string, range: TextRange, marks: readonly PatentMark[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = range.start;
  const plain = (end: number) => {
    if (end > at) pieces.push({ kind: 'text', start: at, end });
    at = Math.max(at, end);
  };
  for (const [position, mark] of marks.entries()) {
    if (mark.start < at || mark.end > range.end || mark.end <= mark.start) continue;
    plain(mark.start);
    const { start, end } = mark;
    const within = marks.slice(position + 1).filter((one) => one.start < end && one.end <= end);
    if (mark.kind === 'table') {
      const rows = splitAt(text, mark, '\n').map((row) =>
        splitAt(text, row, '\t').map((cell) => structureOf(text, cell, within)),
      );
      pieces.push({ kind: 'table', mark, start, end, rows });
    } else {
      const inner = atomic.has(mark.kind) ? [] : structureOf(text, shownRange(text, mark), within);
      pieces.push({ kind: 'mark', mark, start, end, pieces: inner });
    }
    at = end;
  }
  plain(range.end);
  return pieces;
}

/** The ranges between separators. */
function splitAt(text: string, { start, end }: TextRange, separator: string): TextRange[] {
  const lines: TextRange[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if (text[at] !== separator) continue;
    lines.push({ start: from, end: at });
    from = at + 1;
  }
  return [...lines, { start: from, end }];
}

/** Indices stand in brackets in a plain text, `_(2i+2)`, and without them on a page. */
function shownRange(text: string, { start, end, kind }: PatentMark): TextRange {
  const isIndex = kind === 'sub' || kind === 'sup';
  const hasBrackets = /^[_^]\([\s\S]*\)$/.test(text.slice(start, end));
  return isIndex && hasBrackets ? { start: start + 2, end: end - 1 } : { start, end };
}

/** Puts what is in the passage into pieces of its own. Tables are kept: their cells have such pieces. */
function withPassage(pieces: readonly TextPiece[], passage: TextRange): TextPiece[] {
  const result: TextPiece[] = [];
  let inside: TextPiece[] = [];
  const close = () => {
    const [first] = inside;
    if (first) {
      const { start } = first;
      result.push({ kind: 'passage', start, end: inside.at(-1)!.end, pieces: inside });
    }
    inside = [];
  };
  for (const piece of pieces) {
    const { start, end } = piece;
    if (end <= passage.start || start >= passage.end) {
      close();
      result.push(piece);
    } else if (piece.kind === 'table') {
      close();
      const rows = piece.rows.map((row) => row.map((cell) => withPassage(cell, passage)));
      result.push({ ...piece, rows });
    } else if (piece.kind === 'text') {
      const from = Math.max(start, passage.start);
      const to = Math.min(end, passage.end);
      if (from > start) result.push({ kind: 'text', start, end: from });
      inside.push({ kind: 'text', start: from, end: to });
      if (to < end) {
        close();
        result.push({ kind: 'text', start: to, end });
      }
    } else if (piece.kind === 'mark' && piece.pieces.length > 0 && !covers(passage, piece)) {
      close();
      result.push({ ...piece, pieces: withPassage(piece.pieces, passage) });
    } else inside.push(piece);
  }
  close();
  return result;
}

const covers = (outer: TextRange, inner: TextRange) =>
  outer.start <= inner.start && inner.end <= outer.end;

/** Splits texts at the words of a search. */
function withWords(pieces: readonly TextPiece[], words: readonly TextRange[]): TextPiece[] {
  if (words.length === 0) return [...pieces];
  return pieces.flatMap((piece): TextPiece[] => {
    const near = words.filter(({ start, end }) => start < piece.end && end > piece.start);
    if (near.length === 0) return [piece];
    if (piece.kind === 'table') {
      return [
        { ...piece, rows: piece.rows.map((row) => row.map((cell) => withWords(cell, near))) },
      ];
    }
    if (piece.kind === 'mark' || piece.kind === 'passage') {
      return [{ ...piece, pieces: withWords(piece.pieces, near) }];
    }
    const split: TextPiece[] = [];
    let at = piece.start;
    for (const word of near) {
      const start = Math.max(word.start, at);
      const end = Math.min(word.end, piece.end);
      if (end <= start) continue;
      if (start > at) split.push({ kind: 'text', start: at, end: start });
      split.push({ kind: 'word', start, end });
      at = end;
    }
    if (at < piece.end) split.push({ kind: 'text', start: at, end: piece.end });
    return split;
  });
}
