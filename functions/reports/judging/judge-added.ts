import type { FindPatent } from '#functions/patents/index.ts';
import type { JudgeSettings } from '#shared/report/judge-settings.ts';
import type { AddedReference } from '#shared/report/marks.ts';
import type { Judging, Report } from '#shared/report/report.ts';
import { judgeChart } from './judge-chart.ts';
import type { JudgeWork, PassStop } from './judge-pass.ts';

/** A reference that was added, with its cells. */
type Added = Pick<AddedReference, 'reference' | 'chart'>;

/**
 * The references that people added to a judged report, with the judgements of models: each cell of them is judged, one reference after the
 * other, by what the report and the references before have left of its budget. The same references and answers give the same judgements.
 * @param asked the reference that models are asked about; of the others, and without one, only stored answers are used
 */
export async function judgeAdded<A extends Added>(
  report: Report,
  added: readonly A[],
  settings: JudgeSettings,
  findPatent: FindPatent,
  work: Omit<JudgeWork, 'budget'>,
  asked?: string,
): Promise<{ added: A[]; stopped?: PassStop }> {
  const { judging } = report.record;
  if (!judging) return { added: [...added] };
  const { ask, ...stored } = work;
  const judged: A[] = [];
  let stopped: PassStop | undefined;
  let left = leftOf(settings.budget, judging.used);
  for (const one of added) {
    const isAsked = one.reference.ucid === asked && ask !== undefined;
    // Without a score of a search, it is the nearest of a report of its own.
    const art = [{ ...one.reference, conceptScore: 0, passages: [] }];
    const result = await judgeChart(
      { ...report, art, chart: one.chart },
      { ...settings, budget: left },
      findPatent,
      isAsked ? work : stored,
    );
    if (isAsked) stopped = result.stopped;
    judged.push({ ...one, chart: result.report.chart });
    left = leftOf(left, result.report.record.judging!.used);
  }
  return { added: judged, ...(stopped && { stopped }) };
}

/** What is left of a budget. Less than nothing where other prices held before: then nothing is asked. */
const leftOf = (budget: Judging['budget'], used: Judging['used']): Judging['budget'] =>
  'usd' in budget
    ? { usd: budget.usd - (used.usd ?? 0) }
    : { tokens: budget.tokens - used.input_tokens - used.output_tokens };
