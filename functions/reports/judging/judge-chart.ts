import type { FindPatent } from '#functions/patents/index.ts';
import type { JudgeSettings } from '#shared/report/judge-settings.ts';
import type { ChartCell, Judgement, Report } from '#shared/report/report.ts';
import { withCombinations } from '../combination-reasons.ts';
import { raritiesOf } from '../nearness.ts';
import { orderArt } from '../order-art.ts';
import { type CellsOf, cellsToJudge, decidingCells } from './cells-to-judge.ts';
import { openBudget } from './judge-budget.ts';
import { type JudgeWork, judgePass, type PassStop } from './judge-pass.ts';
import { judgeRules } from './judge-rules.ts';
import { judgeTasks } from './judge-tasks.ts';

export interface JudgedChart {
  /** With what was judged so far. Art, chart and coverage follow from it. */
  report: Report;
  stopped?: PassStop;
}

/**
 * Has models judge the cells of a chart: the first one those of the likely references, the second one those that decide.
 * The same report and the same answers give the same judgements, so that a worker can go on where another one ended.
 */
export async function judgeChart(
  draft: Report,
  settings: JudgeSettings,
  findPatent: FindPatent,
  work: Omit<JudgeWork, 'budget'>,
): Promise<JudgedChart> {
  const { model, secondModel } = settings;
  const budget = openBudget(settings);
  const { patent, references } = await readDocuments(draft, findPatent);
  const { rarityOf } = raritiesOf(draft.record);
  const tasksOf = judgeTasks(patent, references, draft.claims, rarityOf);
  const wanted = cellsToJudge(draft);
  const first = await judgePass(
    tasksOf(wanted, model),
    { ...work, budget },
    secondModel ? judgeRules.firstShare : 1,
  );
  let judged = withJudgements(draft, first.judgements);
  let { stopped } = first;
  const deciding = secondModel ? decidingCells(judged) : [];
  const second = new Map<string, Judgement>();
  // Of its own share of the budget, there is something left.
  if (secondModel && (!stopped || stopped === 'budget')) {
    const pass = await judgePass(tasksOf(deciding, secondModel), { ...work, budget }, 1);
    stopped = pass.stopped ?? stopped;
    for (const [key, judgement] of pass.judgements) {
      const { verdict, model: before } = first.judgements.get(key)!;
      second.set(key, { ...judgement, earlier: { verdict, model: before } });
    }
    judged = withJudgements(judged, second);
  }
  const reason = stopped === 'later' ? 'time' : stopped;
  const unjudged = namesOf(wanted).filter((cell) => !first.judgements.has(keyOf(cell)));
  const unconfirmed = namesOf(deciding).filter((cell) => !second.has(keyOf(cell)));
  const report: Report = {
    ...judged,
    ...orderArt(judged),
    record: {
      ...draft.record,
      judging: {
        models: [model, ...(secondModel ? [secondModel] : [])],
        budget: settings.budget,
        used: budget.used(),
        judged: first.judgements.size,
        unjudged,
        unconfirmed,
        ...(reason && unjudged.length + unconfirmed.length > 0 && { stopped: reason }),
      },
    },
  };
  return { report: withCombinations(report, references), ...(stopped && { stopped }) };
}

const keyOf = ({ element, ucid }: Pick<ChartCell, 'element' | 'ucid'>) => `${element} ${ucid}`;

const namesOf = (cells: readonly CellsOf[]) =>
  cells.flatMap(({ ucid, elements }) => elements.map(({ label }) => ({ element: label, ucid })));

const withJudgements = (report: Report, judgements: ReadonlyMap<string, Judgement>): Report => ({
  ...report,
  chart: report.chart.map((cell) => {
    const judgement = judgements.get(keyOf(cell));
    return judgement ? { ...cell, judgement } : cell;
  }),
});

/** Reads the documents of a report: its patent and its art. Throws if one is gone. */
async function readDocuments(draft: Report, findPatent: FindPatent) {
  const find = async (ucid: string) => {
    const document = await findPatent(ucid);
    if (!document) throw new Error(`The document ${ucid} is gone`);
    return document;
  };
  return {
    patent: await find(draft.subject.ucid),
    references: await Promise.all(draft.art.map(({ ucid }) => find(ucid))),
  };
}
