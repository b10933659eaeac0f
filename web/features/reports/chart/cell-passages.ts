import type { ChartCell } from '#shared/report/report.ts';
import { formatScore } from '#web/lib/format.ts';
import { gradeNames } from './grades.ts';

/** What stands above the passages of a cell. */
export function cellTitle({ grade, score, passages }: ChartCell): string {
  if (grade !== 'none') return `${gradeNames[grade]} of words, score ${formatScore(score)}`;
  const none = `No passage matches, best score ${formatScore(score)}`;
  return passages.length > 0 ? `${none}. These come nearest:` : none;
}
