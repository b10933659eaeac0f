import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';

/** Models judge an added reference within that time, or not at all: what a report may use may be used up. */
const judgingMs = 180_000;
const pollMs = 5000;

/** How soon to look again whether models have judged what people added lately, in milliseconds; false if there is nothing to wait for. */
export function judgedSoonMs(
  report: Pick<Report, 'record'> | undefined,
  marks: Pick<ReportMarks, 'added'> | undefined,
  now = Date.now(),
): number | false {
  if (!report?.record.judging || !marks) return false;
  const isWaiting = marks.added.some(
    ({ at, chart }) =>
      now - Date.parse(at) < judgingMs && chart.some(({ judgement }) => !judgement),
  );
  return isWaiting ? pollMs : false;
}
