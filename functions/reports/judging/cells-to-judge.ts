import { chartedElements, chartedLabels } from '#shared/report/coverage.ts';
import type { ClaimElement, Report } from '#shared/report/report.ts';
import { standingOf } from '#shared/report/standing.ts';
import { judgeRules } from './judge-rules.ts';

/** Elements to judge in one reference. */
export interface CellsOf {
  ucid: string;
  elements: ClaimElement[];
}

type Judged = Pick<Report, 'claims' | 'art' | 'chart'>;

/**
 * The cells that a model judges first: those with a text match, and all of the nearest references. The independent claims of all
 * references come before the dependent ones, so that a small budget goes to what matters.
 */
export function cellsToJudge(report: Judged): CellsOf[] {
  const { claims, art, chart } = report;
  // The order does not change with the judgements.
  const byScore = art.toSorted(
    (a, b) => b.conceptScore - a.conceptScore || (a.ucid < b.ucid ? -1 : 1),
  );
  const nearest = byScore.slice(0, judgeRules.nearest).map(({ ucid }) => ucid);
  const matched = new Set(
    chart.filter(({ grade }) => grade !== 'none').map((cell) => `${cell.element} ${cell.ucid}`),
  );
  const independent = new Set(independentLabels(report));
  const cells = byScore.flatMap(({ ucid }) => {
    const wanted = chartedElements(claims).filter(
      ({ label }) => nearest.includes(ucid) || matched.has(`${label} ${ucid}`),
    );
    return [true, false].map((isFirst) => ({
      ucid,
      isFirst,
      elements: wanted.filter(({ label }) => independent.has(label) === isFirst),
    }));
  });
  return cells
    .filter(({ elements }) => elements.length > 0)
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))
    .map(({ ucid, elements }) => ({ ucid, elements }));
}

/**
 * The cells that decide whether a reference meets all limitations of an independent claim: all of them where it seems to,
 * else those that it seems to lack, if they are few. Only what was judged is judged once more.
 * @param report with the judgements of the first pass
 */
export function decidingCells({ claims, art, chart }: Judged): CellsOf[] {
  const cells = new Map(chart.map((cell) => [`${cell.element} ${cell.ucid}`, cell]));
  return art.flatMap(({ ucid }) => {
    const deciding = claims
      .filter(({ charted, independent }) => charted && independent)
      .flatMap((claim) => {
        const limitations = claim.elements.filter(({ role }) => role === 'limitation');
        const judged = limitations.filter(({ label }) => cells.get(`${label} ${ucid}`)?.judgement);
        if (judged.length < limitations.length || judged.length === 0) return [];
        const lacking = judged.filter(
          ({ label }) => standingOf(cells.get(`${label} ${ucid}`)!).extent !== 'full',
        );
        if (lacking.length === 0) return judged;
        return lacking.length <= Math.min(judgeRules.decidingGaps, limitations.length - 1)
          ? lacking
          : [];
      });
    return deciding.length > 0 ? [{ ucid, elements: deciding }] : [];
  });
}

const independentLabels = ({ claims }: Pick<Report, 'claims'>) =>
  claims.filter(({ independent }) => independent).flatMap(chartedLabels);
