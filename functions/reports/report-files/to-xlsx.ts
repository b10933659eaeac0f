import { strFromU8, unzipSync } from 'fflate';
import writeXlsxFile, { type SheetData } from 'write-excel-file/universal';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { longestCell, notInXml } from '#shared/spreadsheet-cells.ts';
import {
  chartTable,
  literatureTable,
  overviewTable,
  type ReportTable,
  referenceTable,
} from './chart-table.ts';
import { gapsOf } from './gaps.ts';
import { repack } from './repack.ts';
import { disclaimer, reportNames, viewReport } from './report-view.ts';

/** Of which the heights of rows are counted. Programs choose one of their own for cells without a font, another one for bold ones. */
const font = { fontFamily: 'Calibri', fontSize: 11 };

/** One column of sentences. */
const aboutColumns = [{ title: '', width: 110 }];

/** The report as a workbook: what it lacks, the claim chart, and the references. */
export async function toXlsx(report: Report, marks?: ReportMarks): Promise<Uint8Array> {
  const view = viewReport(report, marks);
  const about = [
    `${reportNames[report.kind]} for ${report.subject.ucid}`,
    report.subject.title,
    ...view.finding,
    ...gapsOf(view),
    disclaimer,
  ];
  const hasChart = view.rows.length > 0;
  const tables = [
    ...(hasChart ? [{ name: 'Overview', table: overviewTable(view) }] : []),
    ...(hasChart ? [{ name: 'Claim chart', table: withNotes(chartTable(view)) }] : []),
    { name: 'References', table: referenceTable(view) },
    ...(report.literature?.length ? [{ name: 'Literature', table: literatureTable(view) }] : []),
  ];
  const workbook = writeXlsxFile(
    [
      {
        sheet: 'About',
        data: about.map((text) => [{ ...cellOf(text), height: heightOf([text], aboutColumns) }]),
        columns: aboutColumns.map(({ width }) => ({ width })),
        orientation: 'landscape',
      },
      ...tables.map(({ name, table }) => sheetOf(name, table)),
    ],
    font,
  );
  const blob = await workbook.toBlob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return repack(bytes, withFilters(bytes, tables));
}

/** A column to write in. */
const withNotes = (table: ReportTable): ReportTable => ({
  ...table,
  columns: [...table.columns, { title: 'Your notes', width: 40 }],
  rows: table.rows.map((row) => [...row, '']),
});

/** A sheet that is printed one page wide. */
const onePageWide = (sheet: string) =>
  sheet
    .replace(/(?=<(?:sheetViews|cols)>)/, '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    .replace('orientation="landscape"/>', 'orientation="landscape" fitToHeight="0"/>');

/**
 * What the library does not write: filters, right after the data of a sheet, one page in width for printing, and the header on each
 * printed page. The first sheet has no table.
 */
function withFilters(
  bytes: Uint8Array,
  tables: readonly { name: string; table: ReportTable }[],
): Record<string, string> {
  const files = unzipSync(bytes);
  const read = (name: string) => strFromU8(files[name]!);
  const sheets = tables.map(({ table: { columns, rows } }, index) => {
    const name = `xl/worksheets/sheet${index + 2}.xml`;
    const range = `A1:${columnName(columns.length)}${rows.length + 1}`;
    const filter = `</sheetData><autoFilter ref="${range}"/>`;
    return [name, onePageWide(read(name)).replace('</sheetData>', filter)] as const;
  });
  const titles = tables.map(
    ({ name }, index) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index + 1}">'${name}'!$1:$1</definedName>`,
  );
  const workbook = read('xl/workbook.xml').replace(
    '<definedNames/>',
    `<definedNames>${titles.join('')}</definedNames>`,
  );
  const first = 'xl/worksheets/sheet1.xml';
  return {
    ...Object.fromEntries(sheets),
    [first]: onePageWide(read(first)),
    'xl/workbook.xml': workbook,
  };
}

/** `A` for 1, `AB` for 28. */
const columnName = (number: number): string =>
  (number > 26 ? columnName(Math.floor((number - 1) / 26)) : '') +
  String.fromCharCode(65 + ((number - 1) % 26));

const headShade = '#dce3ea';

/** Points of a line of text, and how tall a row gets: Excel allows 409. */
const lineHeight = 15;
const tallestRow = 405;

/** Lines end after words, and capitals are wide: a column holds fewer characters than its width. */
const filled = 0.85;

/** Excel does not fit rows to wrapped texts that a program wrote. */
function heightOf(row: readonly (string | number)[], columns: ReportTable['columns']): number {
  const lines = row.map((value, index) =>
    `${value}`
      .split('\n')
      .reduce(
        (sum, line) => sum + Math.max(1, Math.ceil(line.length / (filled * columns[index]!.width))),
        0,
      ),
  );
  return Math.min(tallestRow, Math.max(...lines) * lineHeight);
}

function sheetOf(sheet: string, { columns, rows, frozen, shadeOf }: ReportTable) {
  const titles = columns.map(({ title }) => title);
  const header = titles.map((title) => ({
    ...cellOf(title),
    height: heightOf(titles, columns),
    fontWeight: 'bold' as const,
    backgroundColor: headShade,
  }));
  const data: SheetData = [
    header,
    ...rows.map((row, at) => {
      const height = heightOf(row, columns);
      return row.map((value, column) => {
        const shade = shadeOf?.(at, column);
        return { ...cellOf(value), height, ...(shade && { backgroundColor: shade }) };
      });
    }),
  ];
  return {
    sheet,
    data,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
    ...(frozen && { stickyColumnsCount: frozen }),
    orientation: 'landscape' as const,
  };
}

/** A text is stored as a text, whatever it begins with: it never becomes a formula. */
function cellOf(value: string | number) {
  if (typeof value === 'number') return { value, type: Number, alignVertical: 'top' as const };
  const text = value.replaceAll(notInXml, '').slice(0, longestCell);
  return { value: text, type: String, wrap: true, alignVertical: 'top' as const };
}
