import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { member } from '#functions/people/index.ts';
import { type ReportFile, reportMarks } from '#shared/contract/report-marks.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { readReport } from '../read-report.ts';
import { toCitations } from '../report-files/to-citations.ts';
import { toCsv } from '../report-files/to-csv.ts';
import { toDocx } from '../report-files/to-docx.ts';
import { toPdf } from '../report-files/to-pdf.ts';
import { toXlsx } from '../report-files/to-xlsx.ts';
import { putExport } from '../reports-bucket.ts';
import { readMarks } from '../to-report-marks.ts';

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
  async ({ body: { kind, ucid, format, marks }, principal: { orgId, user }, now }) => {
    await requireAttempt('report_files', user.item_id, now);
    const { report, files } = await readReport(kind, ucid, now);
    const of = { orgId, report: report.subject.ucid };
    const added = marks && kind === 'invalidation' ? await readMarks(of, report) : undefined;
    const file = await makers[format](report, added);
    return putExport(orgId, newId('exp'), format, files, file, now);
  },
);
