import { type ColumnUse, type ColumnUses, columnFor } from '#shared/column-uses.ts';
import type { Explanation, FoundItem } from '#shared/contract/search.ts';
import { readableTitle } from './readable-title.ts';

/** A found row, arranged for display. */
export interface Hit {
  /** Number of the document in its collection, when it has one. */
  id: string | undefined;
  title: string;
  /** Address of the document itself: http or https only, whatever the dataset says. */
  link: string | undefined;
  score: number;
  /** The other metadata columns that have a value. */
  details: Cell[];
  /** Ranges of the title that are words of the query. */
  titleRanges: TextRange[];
}

type TextRange = Explanation['highlights'][string][number];

/** The value of a column, and its ranges that are words of the query. */
interface Cell {
  name: string;
  value: string;
  ranges: TextRange[];
}

function safeLink(value: string | undefined): string | undefined {
  return value !== undefined && /^https?:\/\//i.test(value) ? value : undefined;
}

/**
 * Arranges a hit: finds title, id and link among its metadata.
 * @param uses of the index; without them names of columns tell
 */
export function describeHit(
  { conceptScore, explanation, sameValue: _, ...metadata }: FoundItem,
  uses: ColumnUses | undefined,
): Hit {
  const cells = Object.entries(metadata)
    .map(([name, cell]): Cell => {
      const written = String(cell ?? '');
      const ranges = explanation?.highlights[name] ?? [];
      // The engine's ranges count from the beginning of the stored cell.
      const cut = written.length - written.trimStart().length;
      return {
        name,
        value: written.trim(),
        ranges: ranges.map(([start, end]) => [start - cut, end - cut]),
      };
    })
    .filter(({ value }) => value !== '');
  const columns = cells.map(({ name }) => name);
  const cellFor = (use: ColumnUse) => {
    const column = columnFor(use, columns, uses);
    return cells.find(({ name }) => name === column);
  };
  const id = cellFor('id');
  const link = cellFor('link');
  const others = cells.filter((cell) => cell !== id && cell !== link);
  // A date or a number says less than a word.
  const worded = others.find(({ value }) => /\p{L}/u.test(value));
  const title = cellFor('title') ?? worded ?? others[0] ?? id;
  const href = safeLink(link?.value);
  const shown = [title, id, href ? link : undefined];
  return {
    id: id === title ? undefined : id?.value,
    title: readableTitle(title?.value ?? 'Untitled'),
    titleRanges: title?.ranges ?? [],
    link: href,
    score: conceptScore,
    details: cells.filter((cell) => !shown.includes(cell)),
  };
}
