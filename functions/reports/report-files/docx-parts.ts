import {
  HeadingLevel,
  Paragraph,
  ShadingType,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { elementNotes } from '#shared/report/element-notes.ts';
import { metRuns } from '#shared/report/met-runs.ts';
import type { ReportPassage } from '#shared/report/report.ts';
import type { ViewRow } from './report-view.ts';

/** Twentieths of a point: the printable width of a US Letter page on its side. */
export const contentWidth = 13_680;
export const margin = 1080;

/** Styles of the chart by their names in Word, so that all cells of a kind are changed at once. */
export const chartStyles = [
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

export const run = (text: string) => new TextRun({ text });
export const bold = (text: string) => new TextRun({ text, bold: true });
export const plain = (text: string) =>
  new Paragraph({ children: [run(text)], spacing: { after: 80 } });
export const heading = (level: 1 | 2, text: string) =>
  new Paragraph({
    text,
    heading: level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
    keepNext: true,
  });

const headShade = 'DCE3EA';

/** Is repeated on each page. */
export const headerRow = (titles: readonly string[], widths: readonly number[]) =>
  new TableRow({
    tableHeader: true,
    children: titles.map((text, column) =>
      cell([new Paragraph({ text, style: 'ChartHead' })], widths[column]!, { shade: headShade }),
    ),
  });

export const cell = (
  children: Paragraph[],
  width: number,
  { rowSpan = 1, shade }: { rowSpan?: number; shade?: string | undefined } = {},
) =>
  new TableCell({
    children,
    rowSpan,
    ...(shade && { shading: { type: ShadingType.CLEAR, color: 'auto', fill: shade } }),
    width: { size: width, type: WidthType.DXA },
    margins: { top: 60, bottom: 60, left: 80, right: 80 },
  });

export const elementParagraph = (element: ViewRow['element']) => {
  const notes = elementNotes(element);
  return new Paragraph({
    style: 'ClaimLanguage',
    children: [
      bold(`[${element.label}]  `),
      run(element.text),
      ...(notes.length > 0 ? [run(` (${notes.join('; ')})`)] : []),
    ],
  });
};

/** A passage word for word, the words that met in bold. */
export const quoted = ({
  quote,
  where,
  met = [],
}: Pick<ReportPassage, 'quote' | 'where' | 'met'>) =>
  new Paragraph({
    style: 'Quotation',
    children: [
      run('“'),
      ...metRuns(quote, met).map(({ text, isMet }) => (isMet ? bold(text) : run(text))),
      run(`” ${where}`),
    ],
  });
