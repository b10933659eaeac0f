import { newId } from '#core/runtime/ids.ts';
import type { ReportFile } from '#shared/contract/report-files.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { toCitations } from './report-files/to-citations.ts';
import { toCsv } from './report-files/to-csv.ts';
import { toDocx } from './report-files/to-docx.ts';
import { toPdf } from './report-files/to-pdf.ts';
import { toXlsx } from './report-files/to-xlsx.ts';
import { fileName, putExport, type ReportFiles } from './reports-bucket.ts';

const makers: Record<ReportFile, (report: Report, marks?: ReportMarks) => Promise<Uint8Array>> = {
  pdf: toPdf,
  docx: toDocx,
  xlsx: toXlsx,
  csv: toCsv,
  citations: toCitations,
};

/** Makes a file of a report, which is removed after a day. @returns where it can be downloaded for some minutes */
export async function exportFile(
  orgId: string,
  format: ReportFile,
  { report, marks, files }: { report: Report; marks: ReportMarks | undefined; files: ReportFiles },
  now: Date,
): Promise<{ url: string; expires_at: string }> {
  const file = await makers[format](report, marks);
  return putExport(orgId, newId('exp'), format, fileName(files, format), file, now);
}
