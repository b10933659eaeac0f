import { requireAttempt } from '#core/request/require-attempt.ts';
import { readReportModelKey } from '#core/storage/secrets.ts';
import { openPatents } from '#functions/patents/index.ts';
import { ProductError } from '#shared/errors.ts';
import type { Report } from '#shared/report/report.ts';
import { type AskJudge, openJudge } from './judging/ask-judge.ts';
import { judgeChart } from './judging/judge-chart.ts';
import { JudgeFailure } from './judging/judge-failure.ts';
import type { PassStop } from './judging/judge-pass.ts';
import { judgeSettings } from './judging/judge-settings.ts';
import { getAnswer, putAnswer } from './judging/stored-answers.ts';

/** Until when a worker may ask models, as milliseconds of the epoch. */
export interface JudgeTime {
  /** No request begins after that. */
  until: number;
  /** Requests under way end then. */
  end: number;
}

/** Whether models judge this report: the operator set one up, and it has a chart. */
export const isToBeJudged = ({ chart }: Pick<Report, 'chart'>): boolean =>
  chart.length > 0 && judgeSettings() !== undefined;

/**
 * Has models judge the chart of a report, as far as budget and time go. Every answer is stored: another worker goes on where this one
 * ends. Without a key the report stays as it is.
 * @param isAllowed whether models may judge one more report; else only stored answers are used
 */
export async function judgeReport(
  draft: Report,
  { until, end }: JudgeTime,
  isAllowed: boolean,
): Promise<{ report: Report; stopped?: PassStop }> {
  const settings = judgeSettings()!;
  const apiKey = await readReportModelKey();
  if (!apiKey) return { report: draft };
  return judgeChart(draft, settings, await openPatents(), {
    answers: { get: getAnswer, put: putAnswer },
    ask: isAllowed ? openJudge(settings, apiKey) : notAllowed,
    now: Date.now,
    until,
    signal: AbortSignal.timeout(Math.max(0, end - Date.now())),
  });
}

const notAllowed: AskJudge = async () => {
  throw new JudgeFailure('limit', true);
};

/** Whether models may judge one more report now: of visitors, or of people who are signed in. */
export async function mayBeJudged(visitor: boolean, now: Date): Promise<boolean> {
  try {
    await requireAttempt(visitor ? 'report_judged_visitors' : 'report_judged', 'all', now);
    return true;
  } catch (error) {
    if (error instanceof ProductError && error.code === 'TooManyAttempts') return false;
    throw error;
  }
}
