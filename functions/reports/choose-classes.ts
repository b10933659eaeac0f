import type { Report } from '#shared/report/report.ts';
import { reportRules } from './report-rules.ts';

export type ChosenClass = Omit<Report['record']['classes'][number], 'hits'>;

/** The main group of a CPC symbol: `B64U80/00` of `B64U80/25`; undefined for another text. */
export const mainGroup = (symbol: string): string | undefined => {
  const group = /^([A-HY]\d{2}[A-Z]\s*\d{1,4})\/\d/.exec(symbol.trim())?.[1];
  return group && `${group.replace(/\s/g, '')}/00`;
};

export const groupsOf = (symbols: readonly string[]): string[] => [
  ...new Set(symbols.map(mainGroup).filter((group) => group !== undefined)),
];

/**
 * Classes in which art is sought: those of the patent, and those that the first rows have most often.
 * @param rows CPC symbols of the rows, best first
 */
export function chooseClasses(
  own: readonly string[],
  rows: readonly (readonly string[])[],
): ChosenClass[] {
  const { classRows, classesFound, classesOwn } = reportRules;
  const chosen = groupsOf(own).slice(0, classesOwn);
  const looked = rows.slice(0, classRows);
  const counts = new Map<string, number>();
  for (const group of looked.flatMap(groupsOf)) counts.set(group, (counts.get(group) ?? 0) + 1);
  const found = Array.from(counts)
    .filter(([group, count]) => count > 1 && !chosen.includes(group))
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, classesFound);
  return [
    ...chosen.map((symbol, index) => ({
      symbol,
      why: index === 0 ? 'First class of the patent' : 'Class of the patent',
    })),
    ...found.map(([symbol, count]) => ({
      symbol,
      why: `${count} of the first ${looked.length} rows found by the abstract are in it`,
    })),
  ];
}
