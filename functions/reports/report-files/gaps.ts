import { formatDay } from '#shared/format-day.ts';
import { judgingNotes } from '#shared/report/judging-notes.ts';
import { numberRanges } from '#shared/report/number-ranges.ts';
import type { Coverage, Report } from '#shared/report/report.ts';
import { seenNote } from '#shared/report/seen-note.ts';
import { shortened } from './chart-words.ts';
import type { ReportView } from './report-view.ts';

/** Elements whose texts stand in a sentence, and how much of each. Of more, only the labels do. */
const namedElements = 4;
const longestElement = 110;

/** Labels in a sentence; more are in the chart. */
const longestList = 120;

/** What a reader must know that is not in the report, in sentences. Never empty. */
export function gapsOf({ report, references, rows, nameOf, withMarks }: ReportView): string[] {
  const unknown = references.filter(({ document }) => document.tier === 'unknown');
  const gaps = [
    ...chartGaps(report, withMarks?.coverage),
    ...judgingNotes(report, nameOf),
    ...addedNote(references, report, rows),
    ...[seenNote(report)].filter(Boolean),
    ...(unknown.length > 0
      ? [
          `Dates are missing for ${unknown.map(({ name }) => name).join(', ')}. Whether they are prior art is unknown.`,
        ]
      : []),
    ...(report.subject.effective_date
      ? []
      : [
          'The patent has no date in our documents, so no reference can be placed before or after it.',
        ]),
  ];
  return [
    ...gaps,
    `Only these collections were searched: ${report.record.corpora.map(({ name, last_date }) => (last_date ? `${name}, up to ${formatDay(last_date)}` : name)).join('; ')}. Documents that are not in them were not looked at.`,
  ];
}

/** References that people added to a judged report, and that no model judged. */
function addedNote(
  references: ReportView['references'],
  { record: { judging } }: Report,
  rows: ReportView['rows'],
): string[] {
  if (!judging) return [];
  const cells = rows.flatMap((row) => row.cells);
  const unjudged = references.filter(
    (one) =>
      one.added && !cells.some(({ reference, machine }) => reference === one && machine.judgement),
  );
  return unjudged.length > 0
    ? [`No model has judged ${unjudged.map(({ name }) => name).join(', ')}, which people added.`]
    : [];
}

/** What the chart lacks as the machine made it, and then with what people found. */
function chartGaps({ chart, claims, coverage }: Report, marked: Coverage | undefined): string[] {
  if (chart.length === 0) return [];
  const machine = coverageGaps(claims, coverage);
  const withMarks = marked ? coverageGaps(claims, marked) : machine;
  const changes = withMarks.join() !== machine.join();
  const others = claims.filter((claim) => !claim.charted);
  return [
    ...machine,
    ...(changes ? withMarks.map((gap) => `With the marks: ${gap}`) : []),
    ...(others.length > 0
      ? [`Not in the chart: claims ${numberRanges(others.map(({ number }) => number))}.`]
      : []),
  ];
}

function coverageGaps(claims: Report['claims'], { uncovered, partly, covering }: Coverage) {
  const charted = claims.filter((claim) => claim.charted);
  const uncoveredClaims = charted.filter(
    ({ number }) => !covering.some(({ claim }) => claim === number),
  );
  return [
    ...(uncovered.length > 0
      ? [
          `No reference matches ${uncovered.length === 1 ? 'this element' : `these ${uncovered.length} elements`}: ${listed(uncovered, claims)}`,
        ]
      : []),
    ...(partly.length > 0 ? [`Matched only weakly or in part: ${listed(partly, claims)}`] : []),
    ...(uncoveredClaims.length > 0
      ? [
          `No set of references matches all limitations of ${uncoveredClaims.length === 1 ? 'claim' : 'claims'} ${numberRanges(uncoveredClaims.map(({ number }) => number))}.`,
        ]
      : ['For every claim in the chart there are references that together match all limitations.']),
    evidenceNote(covering),
  ];
}

/** What the sets of references rest on. A match of words alone is no disclosure. */
function evidenceNote(covering: Coverage['covering']): string {
  const used = covering.flatMap(({ evidence }) => evidence);
  if (used.includes('people') && !used.includes('text') && !used.includes('model')) {
    return 'This is what people found.';
  }
  return used.includes('people') || used.includes('model')
    ? 'This is what people found, else what the model judged, else a match of words, which tells where to look.'
    : 'A match is one of words: it tells where to look. Whether a passage discloses an element is for people to judge.';
}

/** Labels, with their text as long as there are few. */
function listed(labels: readonly string[], claims: Report['claims']): string {
  if (labels.length > namedElements) {
    const shown = labels.slice(0, longestList).join(', ');
    return labels.length > longestList
      ? `${shown} and ${labels.length - longestList} more.`
      : `${shown}.`;
  }
  const texts = new Map(
    claims.flatMap(({ elements }) => elements.map((one) => [one.label, one.text])),
  );
  return `${labels.map((label) => `${label} “${shortened(texts.get(label) ?? '', longestElement)}”`).join('; ')}.`;
}
