import { readReport } from '#functions/domain/read-report.ts';
import { toCitations } from '#functions/domain/report-files/to-citations.ts';
import { toCsv } from '#functions/domain/report-files/to-csv.ts';
import { toDocx } from '#functions/domain/report-files/to-docx.ts';
import { toPdf } from '#functions/domain/report-files/to-pdf.ts';
import { toXlsx } from '#functions/domain/report-files/to-xlsx.ts';
import { readMarks } from '#functions/domain/report-marks.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { newId } from '#functions/runtime/ids.ts';
import { putExport } from '#functions/store/reports-bucket.ts';
import { type ReportFile, reportMarks } from '#shared/contract/report-marks.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';

const makers: Record<ReportFile, (report: Report, marks?: ReportMarks) => Promise<Uint8Array>> = {
  pdf: toPdf,
  docx: toDocx,
  xlsx: toXlsx,
  csv: toCsv,
  citations: toCitations,
};

export const handler = lambda(
  reportMarks,
  'export-report',
  member,
  async ({ body: { kind, ucid, format, marks }, principal: { orgId }, now }) => {
    const { report, files } = await readReport(kind, ucid, now);
    const of = { orgId, report: report.subject.ucid };
    const added = marks && kind === 'invalidation' ? await readMarks(of, report) : undefined;
    const file = await makers[format](report, added);
    return putExport(orgId, newId('exp'), format, files, file, now);
  },
);
