import { strFromU8, unzipSync } from 'fflate';
import writeXlsxFile, { type SheetData } from 'write-excel-file/universal';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
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

/** Longer texts make Excel repair the file. */
const longestCell = 32_767;

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
    ...(hasChart ? [{ name: 'Claim chart', table: chartTable(view) }] : []),
    { name: 'References', table: referenceTable(view) },
    ...(report.literature?.length ? [{ name: 'Literature', table: literatureTable(view) }] : []),
  ];
  const workbook = writeXlsxFile([
    {
      sheet: 'About',
      data: about.map((text) => [{ ...cellOf(text), height: heightOf([text], aboutColumns) }]),
      columns: aboutColumns.map(({ width }) => ({ width })),
    },
    ...tables.map(({ name, table }) => sheetOf(name, table)),
  ]);
  const blob = await workbook.toBlob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return repack(
    bytes,
    filtersFor(
      bytes,
      tables.map(({ table }) => table),
    ),
  );
}

/** The library writes no filters. They stand right after the data of a sheet; the first sheet has no table. */
function filtersFor(bytes: Uint8Array, tables: readonly ReportTable[]): Record<string, string> {
  const files = unzipSync(bytes);
  return Object.fromEntries(
    tables.map(({ columns, rows }, index) => {
      const name = `xl/worksheets/sheet${index + 2}.xml`;
      const range = `A1:${columnName(columns.length)}${rows.length + 1}`;
      const filter = `</sheetData><autoFilter ref="${range}"/>`;
      return [name, strFromU8(files[name]!).replace('</sheetData>', filter)];
    }),
  );
}

/** `A` for 1, `AB` for 28. */
const columnName = (number: number): string =>
  (number > 26 ? columnName(Math.floor((number - 1) / 26)) : '') +
  String.fromCharCode(65 + ((number - 1) % 26));

/** Points of a line of text, and how tall a row gets: Excel allows 409. */
const lineHeight = 15;
const tallestRow = 405;

/** Excel does not fit rows to wrapped texts that a program wrote. */
function heightOf(row: readonly (string | number)[], columns: ReportTable['columns']): number {
  const lines = row.map((value, index) =>
    `${value}`
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns[index]!.width)), 0),
  );
  return Math.min(tallestRow, Math.max(...lines) * lineHeight);
}

function sheetOf(sheet: string, { columns, rows, shadeOf }: ReportTable) {
  const header = columns.map(({ title }) => ({ ...cellOf(title), fontWeight: 'bold' as const }));
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
    orientation: 'landscape' as const,
  };
}

/** A text is stored as a text, whatever it begins with: it never becomes a formula. */
function cellOf(value: string | number) {
  if (typeof value === 'number') return { value, type: Number };
  const text = value.replaceAll(notInXml, '').slice(0, longestCell);
  return { value: text, type: String, wrap: true, alignVertical: 'top' as const };
}

/** XML has no place for them, and Excel refuses the file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
