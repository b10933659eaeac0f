import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  Table,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { strFromU8, unzipSync } from 'fflate';
import { formatDay, withDays } from '#shared/format-day.ts';
import { combinationNote, noReason, reasonTitle } from '#shared/report/combination-notes.ts';
import { judgedBy, judgementNotes } from '#shared/report/judging-notes.ts';
import { literatureNote, paperName } from '#shared/report/literature-notes.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import { matchingPassages, matchNames, verdictNames } from '#shared/report/match-names.ts';
import type { Report } from '#shared/report/report.ts';
import { dependence, nearestOf } from './chart-words.ts';
import {
  bold,
  cell,
  chartStyles,
  contentWidth,
  elementParagraph,
  headerRow,
  heading,
  margin,
  plain,
  quoted,
  run,
} from './docx-parts.ts';
import { overviewOf, referenceTable } from './docx-references.ts';
import { gapsOf } from './gaps.ts';
import { repack } from './repack.ts';
import {
  disclaimer,
  type ReportView,
  reportNames,
  type ViewCell,
  type ViewRow,
  viewReport,
} from './report-view.ts';
import { shadeOf } from './shade-of.ts';

/** The report as a Word document to be worked on: the finding, the references, the claim chart with a column to write in, and what it lacks. */
export async function toDocx(report: Report, marks?: ReportMarks): Promise<Uint8Array> {
  const view = viewReport(report, marks);
  const title = `${reportNames[report.kind]} for ${report.subject.ucid}`;
  const document = new Document({
    title: `${title}: ${report.subject.title}`,
    creator: 'Antecede',
    styles: {
      default: {
        document: { run: { font: 'Calibri', size: 20, language: { value: 'en-US' } } },
        heading1: {
          run: { size: 32, bold: true },
          paragraph: { spacing: { before: 360, after: 120 } },
        },
        heading2: {
          run: { size: 24, bold: true },
          paragraph: { spacing: { before: 240, after: 120 } },
        },
      },
      paragraphStyles: chartStyles,
    },
    sections: [
      {
        properties: {
          page: {
            // The library swaps the sides of a page in landscape.
            size: { width: 12_240, height: 15_840, orientation: PageOrientation.LANDSCAPE },
            margin: { top: margin, bottom: margin, left: margin, right: margin },
          },
        },
        footers: { default: footerOf(title) },
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.TITLE }),
          plain(report.subject.title),
          heading(1, 'What was found'),
          ...view.finding.map((text) => plain(text)),
          heading(1, 'References'),
          ...(view.references.length > 0 ? [referenceTable(view)] : [plain('None.')]),
          ...overviewOf(view),
          ...literatureOf(view),
          ...chartOf(view),
          ...combinationsOf(view),
          heading(1, 'What this report lacks'),
          ...gapsOf(view).map((text) => plain(text)),
          plain(disclaimer),
        ],
      },
    ],
  });
  const bytes = new Uint8Array(await Packer.toArrayBuffer(document));
  const core = strFromU8(unzipSync(bytes)['docProps/core.xml']!);
  return repack(bytes, {
    'docProps/core.xml': core.replaceAll(writtenAt, report.record.made_at),
  });
}

/** The library asks the clock; the time of the report stands there instead. */
const writtenAt = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

function footerOf(title: string): Footer {
  const children = [
    `Antecede · ${title} · page `,
    PageNumber.CURRENT,
    ' of ',
    PageNumber.TOTAL_PAGES,
  ];
  const text = new TextRun({ children, size: 16 });
  return new Footer({
    children: [new Paragraph({ children: [text], alignment: AlignmentType.RIGHT })],
  });
}

function chartOf({ report, rows }: ReportView): (Paragraph | Table)[] {
  if (rows.length === 0) return [];
  const claims = report.claims.map((claim) => ({
    claim,
    own: rows.filter((row) => row.claim === claim),
  }));
  return [
    heading(1, 'Claim chart'),
    ...claims
      .filter(({ own }) => own.length > 0)
      .flatMap(({ claim, own }) => [
        heading(2, `Claim ${claim.number} (${dependence(claim)})`),
        claimTable(own),
      ]),
  ];
}

/** Art that is no patent. */
function literatureOf({ report: { literature = [] } }: ReportView): Paragraph[] {
  if (literature.length === 0) return [];
  return [
    heading(1, 'Literature'),
    plain(literatureNote),
    ...literature.flatMap((paper) => [
      new Paragraph({ children: [bold(paperName(paper))], spacing: { before: 120 } }),
      plain([withDays(paper.tier_reason), paper.provision].filter(Boolean).join('. ')),
      ...paper.passages.slice(0, 1).map((one) => quoted({ ...one, where: paper.link })),
    ]),
  ];
}

/** For each set of references: what may speak of a reason to combine them. */
function combinationsOf({ combinations, nameOf }: ReportView): Paragraph[] {
  if (combinations.length === 0) return [];
  return [
    heading(1, 'Reasons to combine'),
    plain(combinationNote),
    ...combinations.flatMap(({ ucids, reasons }) => [
      heading(2, ucids.map(nameOf).join(' with ')),
      ...(reasons.length === 0 ? [plain(noReason)] : []),
      ...reasons.flatMap((reason) => [
        new Paragraph({ children: [bold(reasonTitle(reason, nameOf))] }),
        ...reason.passages.map((passage) =>
          quoted({ ...passage, where: `${nameOf(passage.ucid)}, ${passage.where}` }),
        ),
      ]),
    ]),
  ];
}

function claimTable(rows: readonly ViewRow[]): Table {
  const header = ['Claim element', 'Reference', 'Passage, word for word', 'Notes'];
  return new Table({
    width: { size: contentWidth, type: WidthType.DXA },
    columnWidths: chartWidths,
    rows: [headerRow(header, chartWidths), ...rows.flatMap(elementRows)],
  });
}

/** The last column is to write in. */
const chartWidths = [3200, 1900, 5180, 3400];

function elementRows({ element, cells }: ViewRow): TableRow[] {
  const [elementWidth, referenceWidth, passageWidth, notesWidth] = chartWidths as [
    number,
    number,
    number,
    number,
  ];
  const shown = cells.filter(
    ({ machine, mark }) => machine.grade !== 'none' || machine.judgement || mark,
  );
  const left = elementParagraph(element);
  if (shown.length === 0) {
    const text =
      cells.length > 0 ? `No match in any reference.${nearestOf(cells)}` : 'Not compared.';
    return [
      new TableRow({
        children: [
          cell([left], elementWidth),
          cell([new Paragraph('')], referenceWidth),
          cell([new Paragraph({ text, style: 'Quotation' })], passageWidth),
          cell([blank()], notesWidth),
        ],
      }),
    ];
  }
  return shown.map(
    (one, index) =>
      new TableRow({
        children: [
          ...(index === 0 ? [cell([left], elementWidth, { rowSpan: shown.length })] : []),
          cell(referenceOf(one), referenceWidth, {
            shade: shadeOf(one.machine, one.mark?.grade)?.slice(1),
          }),
          cell(passagesOf(one), passageWidth),
          cell([blank()], notesWidth),
        ],
      }),
  );
}

/** A reference with its text match, and what a model judged. */
const referenceOf = ({ reference, machine: { grade, score, judgement } }: ViewCell) => [
  new Paragraph({
    children: [bold(reference.name), run(`  ${reference.document.ucid}`)],
    style: 'ChartReference',
  }),
  plain(`${matchNames[grade]} (${score.toFixed(2)})`),
  ...(judgement ? [plain(`model: ${verdictNames[judgement.verdict]}`)] : []),
];

/** A cell to write in. */
const blank = () => new Paragraph({ text: '', style: 'ChartNotes' });

function passagesOf({ machine, mark }: ViewCell): Paragraph[] {
  const quotes = matchingPassages(machine).map(quoted);
  const judged = machine.judgement && [
    new Paragraph({
      children: [bold(`${judgedBy(machine.judgement)}. `), run(machine.judgement.reason)],
    }),
    ...machine.judgement.quotes.map(quoted),
    ...judgementNotes(machine.judgement).map(plain),
  ];
  const given = mark && [
    new Paragraph({
      children: [
        bold(`Marked by ${mark.by} on ${formatDay(mark.at)}${mark.grade ? `: ${mark.grade}` : ''}`),
      ],
    }),
    ...(mark.passage ? [quoted(mark.passage)] : []),
    ...(mark.note ? [plain(`Note: ${mark.note}`)] : []),
  ];
  return [
    ...(quotes.length > 0 ? quotes : [plain('No passage matches.')]),
    ...(judged ?? []),
    ...(given ?? []),
  ];
}
