import { columnLabel } from '#shared/column-label.ts';
import type { Hit } from '#web/lib/describe-hit.ts';
import { formatIfDay } from '#web/lib/format.ts';

/** A value of a fact, and how many of the documents have it. */
export interface ComparedValue {
  value: string;
  documents: number;
}

export interface ComparedFact {
  name: string;
  /** Of each document; empty where it has none. */
  values: readonly (readonly ComparedValue[])[];
}

/** Longer cells are texts, which are compared word by word. */
const longestCell = 600;

const valuesOf = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/\s*[;|]\s*/)
      .map((value) => formatIfDay(value.trim()))
      .filter((value) => value !== ''),
  ),
];

const plain = (value: string) =>
  value
    .toLowerCase()
    .replaceAll(/[\s.,]+/g, ' ')
    .trim();

/** What says that there is nothing: `Cited by 0` of all documents is nothing that they share. */
const isNothing = (value: string) => /^(0+([.,]0+)?|-|–|—|none|null|n\/a)$/i.test(value);

/** The short columns of some documents, one under the other, with the values that at least two of them have. Zero is none. */
export function comparedFacts(documents: readonly Pick<Hit, 'details'>[]): ComparedFact[] {
  const names = [...new Set(documents.flatMap(({ details }) => details.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const cells = documents.map(
      ({ details }) => details.find((detail) => detail.name === name)?.value ?? '',
    );
    if (cells.some((cell) => cell.length > longestCell)) return [];
    const listed = cells.map(valuesOf);
    const times = new Map<string, number>();
    for (const value of listed.flat().map(plain)) times.set(value, (times.get(value) ?? 0) + 1);
    return [
      {
        name: columnLabel(name),
        values: listed.map((values) =>
          values.map((value) => ({
            value,
            documents: isNothing(value) ? 1 : (times.get(plain(value)) ?? 1),
          })),
        ),
      },
    ];
  });
}
