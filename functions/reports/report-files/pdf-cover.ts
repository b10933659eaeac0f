import { formatDay, withDays } from '#shared/format-day.ts';
import type { Report } from '#shared/report/report.ts';
import { shortened } from './chart-words.ts';
import { missingCharacter, missingCharacters } from './fonts.ts';
import { gapsOf } from './gaps.ts';
import { drawHeatMap, type ShownRows } from './pdf-matrix.ts';
import type { Paragraph } from './pdf-text.ts';
import { close, colors, contentWidth, type PdfWriter, page, styles } from './pdf-writer.ts';
import { disclaimer, type ReportView, reportNames, type ViewReference } from './report-view.ts';

const plain = (text: string, before = 0): Paragraph => ({
  spans: [{ text, style: styles.text }],
  before,
});

const fact = (name: string, value: string | undefined): Paragraph[] =>
  value
    ? [
        {
          spans: [
            { text: `${name}: `, style: styles.strong },
            { text: value, style: styles.text },
          ],
          before: 3,
        },
      ]
    : [];

/** Characters of a title and of a list of names on the first page, so that there is room for the finding. */
const longestTitle = 160;
const longestNames = 90;
/** Points that the space below the heat map, its note and the last sentence of the first page take. */
const belowHeatMap = 32;

/**
 * The first page: what the report is about, what was found, by which references, and the heat map.
 * @returns how many rows of the heat map are there
 */
export function drawCover(pdf: PdfWriter, view: ReportView): ShownRows {
  const { report } = view;
  const { subject, record } = report;
  pdf.paragraphs({
    spans: [
      { text: `${reportNames[report.kind]} for ${subject.ucid}`, style: styles.label },
      {
        text: `   made ${formatDay(record.made_at)}, ${record.made_at.slice(11, 16)} UTC from ${corporaOf(report)}`,
        style: styles.note,
      },
    ],
  });
  pdf.space(6);
  pdf.title(shortened(subject.title, longestTitle));
  pdf.space(8);
  pdf.decorate(() => {
    pdf.doc
      .moveTo(page.margin, pdf.y)
      .lineTo(page.margin + contentWidth, pdf.y)
      .lineWidth(1.5)
      .stroke(colors.accent);
  });
  pdf.space(8);
  pdf.paragraphs(
    ...fact('Assignees', shortened(subject.assignees.join('; '), longestNames)),
    ...fact('Inventors', shortened(subject.inventors.join('; '), longestNames)),
    ...fact('Dates', datesOf(report)),
    ...fact('Effective date', effectiveDate(report)),
    ...fact('Marks', marksOf(view)),
  );
  pdf.space(10);
  pdf.heading(2, 'What was found');
  pdf.paragraphs(...view.finding.map((text, index) => plain(text, index > 0 ? 4 : 0)));
  drawNearest(pdf, view);
  const shown = drawHeatMap(pdf, view, belowHeatMap);
  pdf.paragraphs({ spans: [{ text: disclaimer, style: styles.note }] });
  return shown;
}

/** What a reader must know that is not in the report. */
export function drawGaps(pdf: PdfWriter, view: ReportView): void {
  pdf.section('What this report lacks', 150);
  const gaps = [...gapsOf(view), ...missingSigns(view)];
  pdf.paragraphs(
    ...gaps.map((text, index) => ({
      spans: [{ text, style: styles.text }],
      before: index > 0 ? 4 : 0,
    })),
  );
}

/** Characters of a title that stand in a line with its number. */
const roomOfTitle = (name: string, { ucid, title }: ViewReference['document']) =>
  (55 - name.length - ucid.length) * (title === title.toUpperCase() ? capitals : 1);
/** Width of small letters, where capitals are 1. */
const capitals = 0.8;

/** References on the first page. */
const nearestShown = 5;

/** The first references with the basis of their dates; all stand in the summary. */
function drawNearest(pdf: PdfWriter, { references }: ReportView): void {
  if (references.length === 0) return;
  pdf.space(8);
  pdf.table(
    [
      { title: 'Nearest references', width: 0.53 },
      { title: 'Date and rule', width: 0.47 },
    ],
    references.slice(0, nearestShown).map(({ name, document }) => ({
      cells: [
        [
          {
            spans: [
              { text: `${name}  ${document.ucid}  `, style: styles.smallStrong },
              { text: shortened(document.title, roomOfTitle(name, document)), style: styles.small },
            ],
          },
        ],
        [
          {
            spans: [
              {
                text: dateBasis(document),
                style: styles.small,
              },
            ],
          },
        ],
      ],
    })),
    close,
  );
}

/** `Published on Sep 18, 2007 · pre-AIA 35 U.S.C. 102(b)`; the whole reason stands in the summary. */
const dateBasis = ({ tier, tier_reason, provision }: ViewReference['document']) => {
  // The day of the filing is the last one that the reason names.
  const filed = tier === 'filed-before' && tier_reason.match(/\d{4}-\d\d-\d\d/g)?.at(-1);
  const day = filed ? `Filed on ${filed}` : tier_reason.replace(/[,.:;].*$/s, '');
  return [withDays(day), provision || 'place in time unknown'].join(' · ');
};

/** More would fill the page. */
const namedCharacters = 40;

/** What the other files have, and the fonts of this one do not. */
function missingSigns(view: ReportView): string[] {
  const missing = missingCharacters(JSON.stringify(view));
  if (missing.length === 0) return [];
  const codes = missing.slice(0, namedCharacters).map(codeOf).join(', ');
  const more =
    missing.length > namedCharacters ? ` and ${missing.length - namedCharacters} more` : '';
  return [
    `Characters that cannot be printed here stand as ${missingCharacter}: ${codes}${more}. The Word and Excel files have them.`,
  ];
}

/** `U+6C34`. */
const codeOf = (character: string) =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

const datesOf = ({ subject }: Report) =>
  [
    ['priority', subject.priority_date],
    ['filed', subject.filing_date],
    ['published', subject.publication_date],
    ['granted', subject.grant_date],
  ]
    .flatMap(([name, day]) => (day ? [`${name} ${formatDay(day)}`] : []))
    .join(', ');

const effectiveDate = ({ subject }: Report) =>
  withDays(
    `${subject.effective_date ?? 'unknown'}. ${subject.effective_date_basis}. ${lawNames[subject.law]}`,
  );

const lawNames: Record<Report['subject']['law'], string> = {
  'post-AIA': 'US law from 2013-03-16 on.',
  'pre-AIA': 'US law before 2013-03-16.',
  'absolute-novelty': 'Law with absolute novelty.',
  unknown: 'The law that applies is unknown.',
};

const corporaOf = ({ record }: Report) =>
  record.corpora
    .map(({ name, rows }) => `${name} (${rows.toLocaleString('en-US')} documents)`)
    .join(', ');

function marksOf({ withMarks, rows, references }: ReportView): string | undefined {
  if (!withMarks) return undefined;
  const authors = new Set([
    ...rows.flatMap(({ cells }) => cells.flatMap(({ mark }) => (mark ? [mark.by] : []))),
    ...references.flatMap(({ added }) => (added ? [added.by] : [])),
  ]);
  return `by ${[...authors].join(', ')}; they stand beside what the machine found, each with its name`;
}
