import writeXlsxFile, { type SheetData } from 'write-excel-file/universal';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { chartTable, type ReportTable, referenceTable } from './chart-table.ts';
import { gapsOf } from './gaps.ts';
import { repack } from './repack.ts';
import { disclaimer, reportNames, viewReport } from './report-view.ts';

/** Longer texts make Excel repair the file. */
const longestCell = 32_767;

/** The report as a workbook: what it lacks, the claim chart, and the references. */
export async function toXlsx(report: Report, marks?: ReportMarks): Promise<Uint8Array> {
  const view = viewReport(report, marks);
  const about = [
    `${reportNames[report.kind]} for ${report.subject.ucid}`,
    report.subject.title,
    ...gapsOf(view),
    disclaimer,
  ];
  const workbook = writeXlsxFile([
    { sheet: 'About', data: about.map((text) => [cellOf(text)]), columns: [{ width: 110 }] },
    ...(view.rows.length > 0 ? [sheetOf('Claim chart', chartTable(view))] : []),
    sheetOf('References', referenceTable(view)),
  ]);
  const blob = await workbook.toBlob();
  return repack(new Uint8Array(await blob.arrayBuffer()));
}

function sheetOf(sheet: string, { columns, rows }: ReportTable) {
  const header = columns.map(({ title }) => ({ ...cellOf(title), fontWeight: 'bold' as const }));
  const data: SheetData = [header, ...rows.map((row) => row.map(cellOf))];
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
