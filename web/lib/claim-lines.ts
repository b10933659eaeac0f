import type { PatentDocument } from '#shared/patent-document.ts';
import { claimElements } from '#shared/report/claim-elements.ts';
import { linesOf, type TextRange } from './text-pieces.ts';

type Line = TextRange & { level: number };

/** Claims with fewer parts are read as a sentence. */
const fewestParts = 3;

/**
 * The lines on which a claim is shown: those of the source with their levels, else its elements. Undefined if it is one
 * sentence.
 */
export function claimLines({
  text,
  number,
  levels,
  marks,
}: PatentDocument['claims'][number]): Line[] | undefined {
  const lines = linesOf(text, marks);
  if (lines.length > 1) {
    return lines.map((line, position) => ({
      ...line,
      level: levels ? (levels[breaksBefore(text, line.start)] ?? 0) : Number(position > 0),
    }));
  }
  const { elements } = claimElements(text, number);
  if (elements.length < fewestParts) return undefined;
  const starts = [0, ...elements.slice(1).map(({ start }) => start)];
  return starts.map((start, position) => ({
    start,
    end: starts[position + 1] ?? text.length,
    level: Number(position > 0),
  }));
}

/** Levels count every line of the text, those of tables as well. */
const breaksBefore = (text: string, end: number) => text.slice(0, end).split('\n').length - 1;
