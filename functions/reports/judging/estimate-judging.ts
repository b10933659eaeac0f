import { chartedElements } from '#shared/report/coverage.ts';
import { costOf } from '#shared/report/judge-settings.ts';
import { chooseClaims } from '../choose-claims.ts';
import { findReportPatent } from '../report-patent.ts';
import type { ReportSubject } from '../reports.ts';
import { judgeRules } from './judge-rules.ts';
import { judgeSettings } from './judge-settings.ts';

/** Characters of a token of English, tokens of an answer for an element, and share of the first pass that is judged once more. */
const tokenLength = 4;
const answerTokens = 180;
const secondShare = 0.3;

/**
 * What models will judge of a report that is asked for, and what it may use: told before, and kept. How much it will use depends on the
 * references that are found, so that this is an estimate. Undefined where no model judges.
 */
export async function estimateJudging({ kind, ucid }: ReportSubject) {
  const settings = judgeSettings();
  if (!settings || kind === 'prior-art') return undefined;
  const patent = await findReportPatent(ucid);
  const elements = patent ? chartedElements(chooseClaims(kind, patent)).length : 0;
  const { model, secondModel, budget } = settings;
  const { nearest, elementsAtOnce, referenceLength } = judgeRules;
  const requests = nearest * Math.ceil(elements / elementsAtOnce);
  const cells = nearest * elements;
  const input = Math.ceil((requests * referenceLength) / tokenLength);
  const output = cells * answerTokens;
  const passes = [
    { name: model, share: 1 },
    ...(secondModel ? [{ name: secondModel, share: secondShare }] : []),
  ].map(({ name, share }) => ({ name, input: input * share, output: output * share }));
  const tokens = passes.reduce((sum, one) => sum + one.input + one.output, 0);
  const usd = passes.reduce((sum, { name, ...use }) => sum + (costOf(settings, name, use) ?? 0), 0);
  const most = 'usd' in budget ? budget.usd / (usd || 1) : budget.tokens / (tokens || 1);
  return {
    models: passes.map(({ name }) => name),
    cells,
    tokens: Math.round(tokens * Math.min(1, most)),
    budget,
  };
}
