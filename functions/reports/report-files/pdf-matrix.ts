import { standingOf } from '#shared/report/standing.ts';
import { inOneLine, shortened, signOf } from './chart-words.ts';
import { type PdfWriter, styles, tight, tightRow } from './pdf-writer.ts';
import type { ReportView, ViewCell, ViewReference, ViewRow } from './report-view.ts';
import { shadeOf } from './shade-of.ts';

/** References side by side in a matrix. */
const columnsOfMatrix = 18;
/** Share of the width that a column of signs takes: one sign, or two with an arrow between them. */
const signWidth = 0.033;
const markedWidth = 0.05;
/** Of the smallest text on the whole width, at least. */
const charactersPerLine = 142;

/** Rows and columns of the matrix: what a reader can learn something from. */
interface Matrix {
  /** Independent claims come first. */
  rows: ViewRow[];
  /** References that have any element. */
  columns: ViewReference[];
  /** What is left out, in words. */
  left: string[];
}

const isTold = ({ machine, mark }: ViewCell) =>
  standingOf(machine).extent !== 'none' || mark?.grade !== undefined;

function matrixOf({ references, rows: all }: ReportView): Matrix {
  const columns = references.filter((reference) =>
    all.some(({ cells }) => cells.some((cell) => cell.reference === reference && isTold(cell))),
  );
  const rows = all.filter(({ claim, cells }) => claim.independent || cells.some(isTold));
  const left = [
    ['references that match no element', references.length - columns.length],
    ['elements of dependent claims that no reference matches', all.length - rows.length],
  ] as const;
  return {
    rows,
    columns,
    left: left.filter(([, count]) => count > 0).map(([what, count]) => `${what} (${count})`),
  };
}

/**
 * The matrix on the first page, as far as there is room: independent claims first.
 * @param below points that are needed below it
 * @returns how much of it is there
 */
export function drawHeatMap(pdf: PdfWriter, view: ReportView, below: number): ShownRows {
  if (view.rows.length === 0) return 'all';
  const matrix = matrixOf(view);
  pdf.heading(2, 'Which reference matches which element');
  if (matrix.columns.length === 0) {
    pdf.paragraphs({
      spans: [{ text: 'No reference matches any element of the chart.', style: styles.text }],
    });
    return 'all';
  }
  const { rows, columns } = matrix;
  pdf.paragraphs({ spans: [{ text: signNote(view), style: styles.note }] });
  // The header takes a row.
  const room = Math.floor((pdf.left - below) / tightRow) - 1;
  const shown = rows.slice(0, room);
  drawMatrix(pdf, shown, columns.slice(0, columnsOfMatrix));
  const hasColumns = columns.length <= columnsOfMatrix;
  const isWhole = shown.length === rows.length && hasColumns;
  const next = hasColumns ? 'goes on with the others' : 'has all';
  const text = isWhole
    ? leftOut(matrix)
    : `The first ${shown.length} of ${rows.length} elements. The overview on the next page ${next}.`;
  if (text) pdf.paragraphs({ spans: [{ text, style: styles.note }] });
  if (isWhole) return 'all';
  return hasColumns ? shown.length : 0;
}

/** Rows of the matrix that are on the first page with all their references. */
export type ShownRows = number | 'all';

const leftOut = ({ left }: Matrix) => (left.length > 0 ? `Left out: ${left.join('; ')}.` : '');

/**
 * The grades on as few pages as possible: a row for each element, a column for each reference that has any. Elements of
 * dependent claims that nothing matches are counted: what the report lacks lists them.
 * @param from row with which it begins: those before are on the first page
 */
export function drawOverview(pdf: PdfWriter, view: ReportView, from: number): void {
  const matrix = matrixOf(view);
  const { columns } = matrix;
  const rows = matrix.rows.slice(from);
  const legend = `${signNote(view)} ${leftOut(matrix)}`;
  pdf.paragraphs({ spans: [{ text: legend, style: styles.note }] });
  for (let first = 0; first < columns.length; first += columnsOfMatrix) {
    pdf.space(6);
    drawMatrix(pdf, rows, columns.slice(first, first + columnsOfMatrix));
  }
}

/** What the signs say, as far as the report has them. */
function signNote({ rows, withMarks }: ReportView): string {
  const isJudged = rows.some(({ cells }) => cells.some(({ machine }) => machine.judgement));
  return [
    '● strong   ◐ weak   ○ no text match.',
    isJudged ? 'Where a model judged: ● disclosed   ◐ partly or unsure   ○ not disclosed.' : '',
    withMarks
      ? 'A sign after an arrow is what a person found: ● disclosed   ◐ partly   ○ not found.'
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function drawMatrix(
  pdf: PdfWriter,
  rows: readonly ViewRow[],
  references: readonly ViewReference[],
): void {
  const cellOf = ({ cells }: ViewRow, reference: ViewReference) =>
    cells.find((cell) => cell.reference === reference);
  const isMarked = rows.some(({ cells }) => cells.some(({ mark }) => mark?.grade));
  const width = isMarked ? Math.min(markedWidth, 0.7 / references.length) : signWidth;
  const words = Math.floor((1 - references.length * width) * charactersPerLine) - 8;
  pdf.table(
    [
      { title: 'Element', width: 1 - references.length * width },
      ...references.map(({ name }) => ({ title: name, width })),
    ],
    rows.map((row) => ({
      cells: [
        [
          {
            spans: [
              { text: `${row.element.label}  `, style: styles.tinyStrong },
              { text: shortened(inOneLine(row.element.text), words), style: styles.tiny },
            ],
          },
        ],
        ...references.map((reference) => {
          const cell = cellOf(row, reference);
          return [{ spans: [{ text: cell ? signsOf(cell) : '', style: styles.tiny }] }];
        }),
      ],
      shades: [
        undefined,
        ...references.map((reference) => {
          const cell = cellOf(row, reference);
          return cell && shadeOf(cell.machine, cell.mark?.grade);
        }),
      ],
    })),
    tight,
  );
}

const signsOf = ({ machine, mark }: ViewCell) =>
  mark?.grade ? `${signOf(machine)}→${signOf(machine, mark.grade)}` : signOf(machine);
