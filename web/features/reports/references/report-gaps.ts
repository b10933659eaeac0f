import { formatDay, withDays } from '#shared/format-day.ts';
import { judgingNotes } from '#shared/report/judging-notes.ts';
import { noChartReasons } from '#shared/report/no-chart.ts';
import type { Report } from '#shared/report/report.ts';
import { seenNote } from '#shared/report/seen-note.ts';
import { formatCount } from '#web/lib/format.ts';

/** Limits of a report, in sentences. */
export function reportGaps(report: Report): string[] {
  const { subject, no_chart, art, record, coverage } = report;
  const undated = art.filter(({ tier }) => tier === 'unknown').map(({ ucid }) => ucid);
  return [
    ...(no_chart ? [noChartReasons[no_chart]] : []),
    ...(subject.effective_date === undefined
      ? [`The day before which art counts is not known. ${withDays(subject.effective_date_basis)}.`]
      : []),
    ...(art.length === 0 ? ['No earlier document was found that comes near this patent.'] : []),
    ...[seenNote(report)].filter(Boolean),
    ...(coverage.uncovered.length > 0
      ? [`No document that was found covers these elements: ${coverage.uncovered.join(', ')}.`]
      : []),
    ...judgingNotes(report, (ucid) => ucid),
    ...(undated.length > 0 ? [`A date that decides is missing for ${undated.join(', ')}.`] : []),
    ...record.corpora.map(describeCorpus),
  ];
}

function describeCorpus({
  name,
  rows,
  first_date,
  last_date,
}: Report['record']['corpora'][number]) {
  const span =
    first_date && last_date
      ? ` published from ${formatDay(first_date)} to ${formatDay(last_date)}`
      : '';
  return `Only ${formatCount(rows, 'document')} of “${name}”${span} could be found. Other literature was not searched.`;
}
