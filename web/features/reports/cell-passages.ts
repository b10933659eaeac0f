import type { ChartCell, ReportPassage } from '#shared/report/report.ts';
import { formatScore } from '#web/lib/format.ts';
import { gradeNames } from './grades.ts';

/** What stands above the passages of a cell. */
export function cellTitle({ grade, score, passages, nearest = [] }: ChartCell): string {
  if (passages.length > 0) return `${gradeNames[grade]} of words, score ${formatScore(score)}`;
  const none = `No passage matches, best score ${formatScore(score)}`;
  return nearest.length > 0 ? `${none}. These come nearest:` : none;
}

/** The passages that match; where there are none, those that come nearest. */
export const passagesToRead = ({ passages, nearest = [] }: ChartCell): ReportPassage[] =>
  passages.length > 0 ? passages : nearest;
