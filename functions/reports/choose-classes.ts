import { groupsOf } from '#functions/patents/index.ts';
import type { Report } from '#shared/report/report.ts';
import { reportRules } from './report-rules.ts';

export type ChosenClass = Omit<Report['record']['classes'][number], 'hits'>;

/**
 * Classes that speak for art: those of the patent, and those that the first documents have most often.
 * @param own CPC or IPC symbols of the patent
 * @param found symbols of the documents, best first
 */
export function chooseClasses(
  own: readonly string[],
  found: readonly (readonly string[])[],
): ChosenClass[] {
  const { classRows, classesFound, classesOwn } = reportRules;
  const chosen = groupsOf(own).slice(0, classesOwn);
  const looked = found.slice(0, classRows);
  const counts = new Map<string, number>();
  for (const group of looked.flatMap(groupsOf)) counts.set(group, (counts.get(group) ?? 0) + 1);
  const often = Array.from(counts)
    .filter(([group, count]) => count > 1 && !chosen.includes(group))
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, classesFound);
  return [
    ...chosen.map((symbol, index) => ({
      symbol,
      why: index === 0 ? 'First class of the patent' : 'Class of the patent',
    })),
    ...often.map(([symbol, count]) => ({
      symbol,
      why: `${count} of the first ${looked.length} documents found are in it`,
    })),
  ];
}
