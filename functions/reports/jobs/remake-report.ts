import { openPatents } from '#functions/patents/index.ts';
import type { Report, ReportKind } from '#shared/report/report.ts';
import { checkReport } from '../check-report.ts';
import { recallJudgements } from '../judging/recall-judgements.ts';
import { makeReport } from '../make-report.ts';

interface RemakeRequest {
  ucid: string;
  kind: ReportKind;
}

/**
 * Makes a report with the index that serves, and stores nothing. What a model judged before, it judges here; no model is asked.
 * Nothing but an operator starts it.
 */
export async function handler({ ucid, kind }: RemakeRequest): Promise<Report> {
  const report = await recallJudgements(await makeReport({ ucid, kind }));
  const faults = await checkReport(report, await openPatents());
  if (faults.length > 0) throw new Error(`The report is wrong: ${JSON.stringify(faults[0])}`);
  return report;
}
