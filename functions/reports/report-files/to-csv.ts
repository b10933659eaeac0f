import papa from 'papaparse';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { formulaStart } from '#shared/spreadsheet-cells.ts';
import { chartTable, referenceTable } from './chart-table.ts';
import { viewReport } from './report-view.ts';

/** The claim chart, or the references of a prior-art report, as CSV (RFC 4180) in UTF-8. */
export async function toCsv(report: Report, marks?: ReportMarks): Promise<Uint8Array> {
  const view = viewReport(report, marks);
  const { columns, rows } = view.rows.length > 0 ? chartTable(view) : referenceTable(view);
  const lines = papa.unparse(
    [columns.map(({ title }) => title), ...rows.map((row) => row.map(String))],
    { quotes: true, escapeFormulae: formulaStart },
  );
  // Without the byte order mark, Excel reads it as Windows-1252.
  return new TextEncoder().encode(`\uFEFF${lines}\r\n`);
}
