import { servedReport } from './report-version.ts';
import { getLatestReport, getReportRecord, type ReportSubject } from './reports.ts';

/** Whether there is a report to read, and what became of the one that would be made now. */
export async function reportState(subject: ReportSubject, now: Date) {
  const wanted = await servedReport(subject);
  const [latest, record] = await Promise.all([
    getLatestReport(subject, now),
    wanted && getReportRecord(wanted, now),
  ]);
  return { exists: latest !== undefined, status: record?.status ?? ('none' as const) };
}
