import { apsMarkup } from './aps-markup.ts';

/** Text between wide gaps of a line, and where it begins. */
interface Piece {
  readonly start: number;
  readonly text: string;
}

/** Cells by column. */
type Row = string[];

const rule = /^_{10,}\s*$/;
const partialRule = /^\s*[_-]{5,}[\s_-]*$/;
const figure = /^[-+±<>~]?\s*[\d.,]+\s*%?$/;

/**
 * A table that is laid out with spaces, as XML of ST.36. Between the first two drawn lines are the headings, after the last one
 * notes. Cells of a row may stand on lines of their own, each below the beginning of its column.
 * @param lines as in the source, without its margin
 */
export function apsTable(lines: readonly string[]): string {
  const drawn = lines.flatMap((line, position) => (rule.test(line) ? [position] : []));
  const [first = 0, second = lines.length] = drawn;
  const hasHead =
    drawn.length > 2 || lines.slice(second).some((line) => piecesOf(line, []).length > 1);
  const bottom = hasHead && drawn.length === 2 ? lines.length : (drawn.at(-1) ?? 0);
  const head = hasHead ? lines.slice(first + 1, second) : [];
  const body = lines.slice((hasHead ? second : first) + 1, bottom);
  const laidOut = drawn.length > 1 ? layOut(head, body) : undefined;
  if (!laidOut) return numberedTable(lines) ?? tableOf([], pieceRows(lines));
  const caption = pieceRows(lines.slice(0, first));
  const rows = [...laidOut.body, ...pieceRows(lines.slice(bottom))];
  return hasHead
    ? tableOf([...caption, ...laidOut.head], rows)
    : tableOf([], [...caption, ...rows]);
}

/** Columns of headings and of the body, or undefined if texts of a line share a column. */
function layOut(head: readonly string[], body: readonly string[]) {
  const [ofHead, ofBody] = [startsOf(head), startsOf(body)];
  // Headings are centred above their columns. They say more of the columns only where cells are written close together.
  const isByHead = ofHead.length > ofBody.length;
  const columns = isByHead ? ofHead : ofBody;
  if (columns.length < 2) return;
  const title = head.findIndex((line) => !isTitle(line, columns));
  const headRows = title < 0 ? [] : headings(head.slice(title), columns);
  const bodyRows = rowsOf(body, columns, (start) =>
    columnAt(columns, start, isByHead ? 'before' : 'nearest'),
  );
  if (!headRows || !bodyRows) return;
  const titles = pieceRows(title < 0 ? head : head.slice(0, title));
  return { head: [...titles, ...headRows], body: bodyRows };
}

/** A line above the headings of columns that is wider than the first of them. */
const isTitle = (line: string, columns: readonly number[]) => {
  const pieces = piecesOf(line, []);
  return (
    pieces.length === 1 &&
    pieces[0]!.start + pieces[0]!.text.length > columns[1]! + 1 &&
    pieces[0]!.start < columns[1]!
  );
};

/**
 * Texts of a line. A single space separates two where the next column begins, unless its text comes on the next line: then the text
 * goes on below that column.
 */
function piecesOf(line: string, starts: readonly number[], next = ''): Piece[] {
  const nextStart = next.search(/\S/);
  return [...line.matchAll(/\S+(?: \S+)*/g)].flatMap(({ index, 0: text }) => {
    const end = index + text.length;
    const pieces: Piece[] = [];
    let from = index;
    for (const start of starts) {
      if (start <= from || start >= end) continue;
      if (line[start - 1] !== ' ' || start === nextStart) break;
      pieces.push({ start: from, text: line.slice(from, start - 1) });
      from = start;
    }
    return [...pieces, { start: from, text: line.slice(from, end) }];
  });
}

/** Where columns begin: beginnings that are at most one place apart are one. */
function startsOf(lines: readonly string[]): number[] {
  const starts = lines
    .filter((line) => !partialRule.test(line))
    .flatMap((line) => piecesOf(line, []).map(({ start }) => start))
    .sort((a, b) => a - b);
  return starts.filter((start, position) => position === 0 || start > starts[position - 1]! + 1);
}

function columnAt(columns: readonly number[], start: number, how: 'nearest' | 'before'): number {
  if (how === 'before')
    return Math.max(
      0,
      columns.findLastIndex((column) => column <= start + 1),
    );
  const distances = columns.map((column) => Math.abs(column - start));
  return distances.indexOf(Math.min(...distances));
}

/** Headings: the lines of each column are one text. Short drawn lines set those of groups apart. */
function headings(lines: readonly string[], columns: readonly number[]): Row[] | undefined {
  const starts = startsOf(lines);
  const rows: Row[] = [[]];
  for (const [position, line] of lines.entries()) {
    if (partialRule.test(line)) rows.push([]);
    else if (
      !write(rows.at(-1)!, piecesOf(line, starts, lines[position + 1]), (start) =>
        columnAt(columns, start, 'nearest'),
      )
    )
      return;
  }
  return rows;
}

/** Rows of the body: one begins with the first column, or where several cells would be written twice. */
function rowsOf(
  lines: readonly string[],
  starts: readonly number[],
  columnOf: (start: number) => number,
): Row[] | undefined {
  const rows: Row[] = [];
  for (const [position, line] of lines.entries()) {
    if (partialRule.test(line)) continue;
    const pieces = piecesOf(line, starts, lines[position + 1]);
    const [first] = pieces;
    if (!first) continue;
    const column = columnOf(first.start);
    const isWritten = rows.at(-1)?.[column] !== undefined;
    if (
      column === 0 ||
      rows.length === 0 ||
      (isWritten && (pieces.length > 1 || figure.test(first.text)))
    )
      rows.push([]);
    if (!write(rows.at(-1)!, pieces, columnOf)) return;
  }
  return rows;
}

/** @returns false if two texts have the same column */
function write(row: Row, pieces: readonly Piece[], columnOf: (start: number) => number): boolean {
  const columns = pieces.map(({ start }) => columnOf(start));
  if (new Set(columns).size < columns.length) return false;
  for (const [position, { text }] of pieces.entries()) {
    const column = columns[position]!;
    row[column] = row[column] === undefined ? text : `${row[column]} ${text}`;
  }
  return true;
}

/** Width of a line without its margin. A text that is cut there goes on in the next line, without a space. */
const width = 75;
const isCut = (line: string) => line.length >= width || /\.su[bp]$/.test(line);

/**
 * A table whose columns the source lost: its texts follow one another, and only the numbers of its rows are known. They ascend
 * by one.
 * @returns undefined if there are fewer than three
 */
function numberedTable(lines: readonly string[]): string | undefined {
  let text = '';
  for (const [position, line] of lines.entries()) {
    const isRest = position > 0 && isCut(lines[position - 1]!);
    text += `${isRest ? '' : '\n'}${isRest ? line.trim() : line}`;
  }
  const [caption = '', ...pieces] = text.split(/\s*\n\s*| {4,}/).filter(Boolean);
  const rows: Row[] = [];
  const head: string[] = [];
  const notes: Row[] = [];
  for (const piece of pieces) {
    const [, number, rest = ''] = /^(\d+)(?: (.*))?$/.exec(piece) ?? [];
    const last = rows.at(-1);
    const isNext = number !== undefined && (!last || Number(number) === Number(last[0]) + 1);
    if (isNext) rows.push([number, rest]);
    else if (last && piece.startsWith('*')) notes.push([piece]);
    else if (last) last[1] = `${last[1]} ${piece}`.trim().replace(/ +/g, ' ');
    else head.push(piece.replace(/ +/g, ' '));
  }
  return rows.length < 3 ? undefined : tableOf([[caption], [head.join(' ')]], [...rows, ...notes]);
}

/** Lines whose texts are cells. */
const pieceRows = (lines: readonly string[]): Row[] =>
  lines
    .filter((line) => !partialRule.test(line) && line !== '')
    .map((line) => piecesOf(line, []).map(({ text }) => text));

function tableOf(head: readonly Row[], body: readonly Row[]): string {
  const rowOf = (row: Row) =>
    `<row>${Array.from(row, (cell) => `<entry>${apsMarkup(cell ?? '')}</entry>`).join('')}</row>`;
  const thead = head.length > 0 ? `<thead>${head.map(rowOf).join('')}</thead>` : '';
  return `<tables><table><tgroup>${thead}<tbody>${body.map(rowOf).join('')}</tbody></tgroup></table></tables>`;
}
