import { readReportModelKey } from '#core/storage/secrets.ts';
import { openPatents } from '#functions/patents/index.ts';
import { enqueueAdded } from './added-queue.ts';
import { mayBeJudged } from './judge-report.ts';
import { openJudge } from './judging/ask-judge.ts';
import { judgeAdded } from './judging/judge-added.ts';
import { judgeSettings } from './judging/judge-settings.ts';
import { getAnswer, putAnswer } from './judging/stored-answers.ts';
import { claimAdded, listMarks, releaseAdded } from './report-marks.ts';
import type { AddedMessage } from './report-queue.ts';
import { reportSettings } from './report-settings.ts';
import { getLatestReport } from './reports.ts';
import { getReport } from './reports-bucket.ts';
import { compareAdded } from './to-report-marks.ts';

/**
 * Has models judge a reference that people added to a judged report, as far as the report's budget and the time of a worker go. Answers are
 * stored, and read with the marks. One reference of an organization and report is judged at a time, so that they do not share what is left.
 */
export async function judgeAddedReference(report: string, message: AddedMessage): Promise<void> {
  const takenUp = Date.now();
  const now = new Date(takenUp);
  const settings = judgeSettings();
  const apiKey = settings && (await readReportModelKey());
  const files = await getLatestReport({ kind: 'invalidation', ucid: report }, now);
  if (!settings || !apiKey || !files) return;
  const of = { orgId: message.org_id, report };
  const { leaseSeconds, judgeSeconds, judgeEndSeconds, judgePauseSeconds, addedTries } =
    reportSettings;
  const again = async (delaySeconds: number) => {
    if (message.tries >= addedTries) return;
    await enqueueAdded(report, { ...message, tries: message.tries + 1 }, delaySeconds);
  };
  if (!(await claimAdded(of, new Date(takenUp + leaseSeconds * 1000), now))) {
    return again(judgePauseSeconds);
  }
  try {
    const [made, { added }] = await Promise.all([getReport(files), listMarks(of)]);
    // It may have been taken out meanwhile.
    const isThere = added.some(({ ucid }) => ucid === message.ucid);
    if (!made.record.judging || !isThere) return;
    if (message.tries === 0 && !(await mayBeJudged(false, now))) return;
    const { stopped } = await judgeAdded(
      made,
      await compareAdded(made, added),
      settings,
      await openPatents(),
      {
        answers: { get: getAnswer, put: putAnswer },
        ask: openJudge(settings, apiKey),
        now: Date.now,
        until: takenUp + judgeSeconds * 1000,
        signal: AbortSignal.timeout(judgeEndSeconds * 1000),
      },
      message.ucid,
    );
    if (stopped === 'later' || stopped === 'away') {
      await again(stopped === 'away' ? judgePauseSeconds : 0);
    }
  } finally {
    await releaseAdded(of);
  }
}
