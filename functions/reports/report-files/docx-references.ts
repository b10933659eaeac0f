import { AlignmentType, Paragraph, Table, TableRow, WidthType } from 'docx';
import { withDays } from '#shared/format-day.ts';
import { farReason } from '#shared/report/is-far.ts';
import { referenceNotes } from '#shared/report/reference-notes.ts';
import { signOf } from './chart-words.ts';
import { citationOf } from './citation.ts';
import {
  bold,
  cell,
  contentWidth,
  elementParagraph,
  headerRow,
  heading,
  plain,
  run,
} from './docx-parts.ts';
import type { ReportView } from './report-view.ts';
import { shadeOf } from './shade-of.ts';

/** The references with the basis of their dates. */
export function referenceTable({ references, report, withMarks }: ReportView): Table {
  const header = ['No.', 'Publication', 'Title and owner', 'Place in time', 'Category'];
  return new Table({
    width: { size: contentWidth, type: WidthType.DXA },
    columnWidths: referenceWidths,
    rows: [
      headerRow(header, referenceWidths),
      ...references.map(({ name, document, added, isFar }) => {
        const { title, tier_reason, provision, ucid, category } = document;
        const notes = [
          ...referenceNotes(document),
          ...(isFar ? [farReason(document, report)] : []),
          ...(added ? [`Added by ${added.by}.`] : []),
        ];
        const cells = [
          [new Paragraph({ children: [bold(name)] })],
          [plain(citationOf(document))],
          [plain(title)],
          [
            plain([withDays(`${tier_reason}.`), provision].filter(Boolean).join(' ')),
            ...notes.map(plain),
          ],
          [plain(withMarks?.categories.get(ucid) ?? category ?? '')],
        ];
        return new TableRow({
          cantSplit: true,
          children: cells.map((one, column) => cell(one, referenceWidths[column]!)),
        });
      }),
    ],
  });
}

const referenceWidths = [700, 3700, 3980, 4000, 1300];

/** The matrix: a row for each element, a column for each reference, in the colours of the other files. */
export function overviewOf({ rows, references }: ReportView): (Paragraph | Table)[] {
  if (rows.length === 0) return [];
  const shown = references.slice(0, overviewColumns);
  const widths = [contentWidth - shown.length * overviewWidth, ...shown.map(() => overviewWidth)];
  const table = new Table({
    width: { size: contentWidth, type: WidthType.DXA },
    columnWidths: widths,
    rows: [
      headerRow(['Claim element', ...shown.map(({ name }) => name)], widths),
      ...rows.map(
        ({ element, cells }) =>
          new TableRow({
            cantSplit: true,
            children: [
              cell([elementParagraph(element)], widths[0]!),
              ...shown.map((reference) => {
                const found = cells.find((one) => one.reference === reference);
                const shade = found && shadeOf(found.machine, found.mark?.grade)?.slice(1);
                return cell(
                  [centred(found ? signOf(found.machine, found.mark?.grade) : '')],
                  overviewWidth,
                  { shade },
                );
              }),
            ],
          }),
      ),
    ],
  });
  const left = references.length - shown.length;
  return [
    heading(1, 'Overview'),
    plain(
      `● all of the element, ◐ part of it, ○ nothing: as people marked, else as a model judged, else by the text match (strong, weak, none).${left > 0 ? ` ${left} more references stand in the chart.` : ''}`,
    ),
    table,
  ];
}

/** References side by side, and the width of each. */
const overviewColumns = 15;
const overviewWidth = 620;

const centred = (text: string) =>
  new Paragraph({ children: [run(text)], alignment: AlignmentType.CENTER });
