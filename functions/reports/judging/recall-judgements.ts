import { openPatents } from '#functions/patents/index.ts';
import type { Report } from '#shared/report/report.ts';
import { judgeChart } from './judge-chart.ts';
import type { JudgeWork } from './judge-pass.ts';
import { judgeSettings } from './judge-settings.ts';
import { getAnswer } from './stored-answers.ts';

/** Work with stored answers only: nothing is asked and nothing is stored. */
export const onlyStored: Omit<JudgeWork, 'budget'> = {
  answers: { get: getAnswer, put: async () => undefined },
  now: Date.now,
  until: 0,
  signal: AbortSignal.abort(),
};

/** A report with the judgements that are stored for its cells. Nothing is asked and nothing is stored. */
export async function recallJudgements(draft: Report): Promise<Report> {
  const settings = judgeSettings();
  if (!settings || draft.chart.length === 0) return draft;
  const { report } = await judgeChart(draft, settings, await openPatents(), onlyStored);
  return report.record.judging?.judged ? report : draft;
}
