import { type Face, fontNamed, fontRuns } from './fonts.ts';

/** All lengths are in points. */
export interface TextStyle {
  face: Face;
  size: number;
  color: string;
}

export interface Span {
  text: string;
  style: TextStyle;
}

export interface Paragraph {
  spans: Span[];
  /** At the right end of the first line. */
  right?: Span;
  /** Empty space above, unless it begins a cell or page. */
  before?: number;
  /** Never the last thing on a page: what follows belongs to it. */
  keepWithNext?: boolean;
  /** A bar below the text, filled by this share, 0 to 1. */
  bar?: number;
}

/** Text of one font on a line. `x` counts from the line's beginning. */
export interface Piece {
  font: string;
  style: TextStyle;
  text: string;
  x: number;
}

export interface Line {
  /** Position of its paragraph among those that were laid out together. */
  paragraph: number;
  pieces: Piece[];
  before: number;
  height: number;
  /** From the top of the line to its baseline. */
  ascent: number;
  keepWithNext: boolean;
  bar?: number;
}

/** Height of a line, by the size of its text. */
export const leading = 1.35;
const barHeight = 6;

/** A measured piece of text after which a line may end. */
interface Atom {
  pieces: Omit<Piece, 'x'>[];
  width: number;
  /** Without the space at its end. */
  inkWidth: number;
  breakBefore: boolean;
}

/** Breaks paragraphs into lines of a width. */
export function layOut(paragraphs: readonly Paragraph[], width: number): Line[] {
  return paragraphs.flatMap((paragraph, index) => {
    const rightWidth = paragraph.right ? atomOf(paragraph.right, false).inkWidth + 8 : 0;
    const lines = breakLines(paragraph, width, rightWidth).map(
      (pieces, line): Line => ({
        paragraph: index,
        pieces,
        before: line === 0 ? (paragraph.before ?? 0) : 0,
        ...heightOf(paragraph),
        keepWithNext: paragraph.keepWithNext ?? false,
      }),
    );
    const { right, bar } = paragraph;
    if (right) {
      const atom = atomOf(right, false);
      lines[0]!.pieces.push(...placed(atom, width - atom.width));
    }
    if (bar !== undefined) {
      const last = lines.at(-1)!;
      last.bar = bar;
      last.height += barHeight;
    }
    return lines;
  });
}

function heightOf({ spans }: Paragraph) {
  const size = Math.max(...spans.map(({ style }) => style.size));
  return { height: size * leading, ascent: size * 1.05 };
}

function breakLines({ spans }: Paragraph, width: number, rightWidth: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let x = 0;
  for (const atom of spans.flatMap((span) => atomsOf(span, width))) {
    const space = lines.length === 1 ? width - rightWidth : width;
    if (atom.breakBefore || (x > 0 && x + atom.inkWidth > space)) {
      lines.push([]);
      x = 0;
    }
    append(lines.at(-1)!, placed(atom, x));
    x += atom.width;
  }
  return lines;
}

/** Joins pieces of one font: what is drawn as one text can be searched and copied as one. */
function append(line: Piece[], pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    const last = line.at(-1);
    if (last?.font === piece.font && last.style === piece.style) last.text += piece.text;
    else line.push({ ...piece });
  }
}

function placed({ pieces }: Atom, start: number): Piece[] {
  let x = start;
  return pieces.map((piece) => {
    const at = { ...piece, x };
    x += textWidth(piece.font, piece.text, piece.style.size);
    return at;
  });
}

/** Words with their spaces; after hyphens and slashes a line may end, too, but not within a date. */
function atomsOf({ text, style }: Span, width: number): Atom[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line.split(/(?<=\s)(?=\S)|(?<=[^\s\d-][-/–—])(?=\S)/);
    return words
      .flatMap((word) => fitting({ text: word, style }, width))
      .map((span, position) => atomOf(span, index > 0 && position === 0));
  });
}

/** Cuts what is wider than a line, such as a chemical name. */
function fitting(span: Span, width: number): Span[] {
  const characters = [...span.text];
  if (characters.length < 2 || atomOf(span, false).inkWidth <= width) return [span];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle), characters.slice(middle)].flatMap((half) =>
    fitting({ text: half.join(''), style: span.style }, width),
  );
}

function atomOf({ text, style }: Span, breakBefore: boolean): Atom {
  const pieces = fontRuns(text, style.face).map((run) => ({ ...run, style }));
  const measure = (all: string) =>
    fontRuns(all, style.face).reduce(
      (sum, run) => sum + textWidth(run.font, run.text, style.size),
      0,
    );
  return { pieces, width: measure(text), inkWidth: measure(text.trimEnd()), breakBefore };
}

/** Widths of words at size 1: reports repeat their words. */
const widths = new Map<string, number>();
const maxWidths = 50_000;

function textWidth(font: string, text: string, size: number): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known * size;
  const opened = fontNamed(font);
  const width = opened.layout(text).advanceWidth / opened.unitsPerEm;
  if (widths.size >= maxWidths) widths.clear();
  widths.set(key, width);
  return width * size;
}
