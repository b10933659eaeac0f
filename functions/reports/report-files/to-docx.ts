import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { strFromU8, unzipSync } from 'fflate';
import { combinationNote, noReason, reasonTitle } from '#shared/report/combination-notes.ts';
import { elementNotes } from '#shared/report/element-notes.ts';
import { farReason } from '#shared/report/is-far.ts';
import { judgedBy, judgementNotes } from '#shared/report/judging-notes.ts';
import { literatureNote, paperName } from '#shared/report/literature-notes.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import { matchingPassages, matchNames, verdictNames } from '#shared/report/match-names.ts';
import { metRuns } from '#shared/report/met-runs.ts';
import { referenceNotes } from '#shared/report/reference-notes.ts';
import type { Report, ReportPassage } from '#shared/report/report.ts';
import { citationOf } from './citation.ts';
import { gapsOf } from './gaps.ts';
import { repack } from './repack.ts';
import {
  disclaimer,
  type ReportView,
  reportNames,
  type ViewCell,
  type ViewReference,
  type ViewRow,
  viewReport,
} from './report-view.ts';

/** Twentieths of a point: the printable width of a US Letter page on its side. */
const contentWidth = 13_680;
const margin = 1080;

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
          ...view.references.flatMap((reference) => referenceParagraphs(reference, view.report)),
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

/** Styles of the chart by their names in Word, so that all cells of a kind are changed at once. */
const chartStyles = [
  { id: 'ChartHead', name: 'Chart Head', basedOn: 'Normal', run: { bold: true } },
  {
    id: 'ClaimLanguage',
    name: 'Claim Language',
    basedOn: 'Normal',
    paragraph: { spacing: { after: 80 } },
  },
  {
    id: 'ChartReference',
    name: 'Chart Reference',
    basedOn: 'Normal',
    paragraph: { spacing: { after: 80 } },
  },
  {
    id: 'Quotation',
    name: 'Quotation',
    basedOn: 'Normal',
    paragraph: { spacing: { after: 80 }, indent: { left: 120 } },
  },
  { id: 'ChartNotes', name: 'Chart Notes', basedOn: 'Normal' },
];

/** The library asks the clock; the time of the report stands there instead. */
const writtenAt = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

const run = (text: string) => new TextRun({ text });
const bold = (text: string) => new TextRun({ text, bold: true });
const plain = (text: string) => new Paragraph({ children: [run(text)], spacing: { after: 80 } });
const heading = (level: 1 | 2, text: string) =>
  new Paragraph({ text, heading: level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2 });

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

const referenceParagraphs = ({ name, document, added, isFar }: ViewReference, report: Report) => [
  new Paragraph({
    children: [bold(`${name}  `), run(citationOf(document))],
    spacing: { before: 120 },
  }),
  plain(
    `${[`${document.title}. ${document.tier_reason}.`, ...referenceNotes(document)].join(' ')}${isFar ? ` ${farReason(document, report)}` : ''}${added ? ` Added by ${added.by}.` : ''}`,
  ),
];

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
      .flatMap(({ claim, own }) => [heading(2, `Claim ${claim.number}`), claimTable(own)]),
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
      plain([paper.tier_reason, paper.provision].filter(Boolean).join('. ')),
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
  const header = ['Claim element', 'Reference', 'Passage, word for word', 'Text match', 'Notes'];
  return new Table({
    width: { size: contentWidth, type: WidthType.DXA },
    columnWidths: widths,
    rows: [
      new TableRow({
        tableHeader: true,
        children: header.map((text, index) =>
          cell([new Paragraph({ text, style: 'ChartHead' })], index, { shade: headShade }),
        ),
      }),
      ...rows.flatMap(elementRows),
    ],
  });
}

const widths = [3300, 1700, 4880, 1300, 2500];

const headShade = 'DCE3EA';

const cell = (
  children: Paragraph[],
  column: number,
  { rowSpan = 1, shade }: { rowSpan?: number; shade?: string } = {},
) =>
  new TableCell({
    children,
    rowSpan,
    ...(shade && { shading: { type: ShadingType.CLEAR, color: 'auto', fill: shade } }),
    width: { size: widths[column]!, type: WidthType.DXA },
    margins: { top: 60, bottom: 60, left: 80, right: 80 },
  });

function elementRows({ element, cells }: ViewRow): TableRow[] {
  const shown = cells.filter(
    ({ machine, mark }) => machine.grade !== 'none' || machine.judgement || mark,
  );
  const notes = elementNotes(element);
  const left = new Paragraph({
    style: 'ClaimLanguage',
    children: [
      bold(`[${element.label}]  `),
      run(element.text),
      ...(notes.length > 0 ? [run(` (${notes.join('; ')})`)] : []),
    ],
  });
  if (shown.length === 0) {
    const none = new Paragraph({
      text: cells.length > 0 ? 'No match in any reference.' : 'Not compared.',
      style: 'Quotation',
    });
    return [
      new TableRow({
        children: [
          cell([left], 0),
          cell([new Paragraph('')], 1),
          cell([none], 2),
          cell([new Paragraph('')], 3),
          cell([blank()], 4),
        ],
      }),
    ];
  }
  return shown.map(
    (one, index) =>
      new TableRow({
        children: [
          ...(index === 0 ? [cell([left], 0, { rowSpan: shown.length })] : []),
          cell(
            [
              new Paragraph({
                text: `${one.reference.name} ${one.reference.document.ucid}`,
                style: 'ChartReference',
              }),
            ],
            1,
          ),
          cell(passagesOf(one), 2),
          cell(gradesOf(one), 3),
          cell([blank()], 4),
        ],
      }),
  );
}

/** The text match, and what a model judged. */
const gradesOf = ({ machine: { grade, score, judgement } }: ViewCell) => [
  plain(`${matchNames[grade]} (${score.toFixed(2)})`),
  ...(judgement ? [plain(`model: ${verdictNames[judgement.verdict]}`)] : []),
];
/** A cell to write in. */
const blank = () => new Paragraph({ text: '', style: 'ChartNotes' });

/** A passage word for word, the words that met in bold. */
const quoted = ({ quote, where, met = [] }: Pick<ReportPassage, 'quote' | 'where' | 'met'>) =>
  new Paragraph({
    style: 'Quotation',
    children: [
      run('“'),
      ...metRuns(quote, met).map(({ text, isMet }) => (isMet ? bold(text) : run(text))),
      run(`” ${where}`),
    ],
  });

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
        bold(
          `Marked by ${mark.by} on ${mark.at.slice(0, 10)}${mark.grade ? `: ${mark.grade}` : ''}`,
        ),
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
