import { categoryOf, findCoverage } from '#shared/report/coverage.ts';
import { limitationsOf } from '#shared/report/finding.ts';
import type { Report } from '#shared/report/report.ts';
import { standingOf } from '#shared/report/standing.ts';

type Charted = Pick<Report, 'claims' | 'art' | 'chart'>;

/**
 * Puts what covers most first in a chart: by category, then what is art by its dates, then by how much of an independent claim it has
 * by the judgement of a model, then as near as the art is: the subject decides, and text matches do not, which are
 * words that stand together. What is of unknown date may be no art at all. Between equals, the order stays.
 * @param chart the cells of each reference in the order of the elements
 */
export function orderArt({
  claims,
  art,
  chart,
}: Charted): Pick<Report, 'art' | 'chart' | 'coverage'> {
  const first = findCoverage({ claims, art, chart });
  const place = ({ ucid }: Report['art'][number]) => 'XYA'.indexOf(categoryOf(ucid, first, claims));
  const places = new Map(art.map((one) => [one.ucid, place(one)]));
  const shares = sharesJudged({ claims, art, chart });
  const sorted = art.toSorted(
    (a, b) =>
      places.get(a.ucid)! - places.get(b.ucid)! ||
      Number(a.tier === 'unknown') - Number(b.tier === 'unknown') ||
      shares.get(b.ucid)! - shares.get(a.ucid)! ||
      b.conceptScore - a.conceptScore,
  );
  const position = new Map(sorted.map(({ ucid }, index) => [ucid, index]));
  const rows = Map.groupBy(chart, ({ element }) => element);
  const ordered = Array.from(rows.values()).flatMap((cells) =>
    cells.toSorted((a, b) => position.get(a.ucid)! - position.get(b.ucid)!),
  );
  const coverage = findCoverage({ claims, art: sorted, chart: ordered });
  return {
    art: sorted.map((reference) => ({
      ...reference,
      category: categoryOf(reference.ucid, coverage, claims),
    })),
    chart: ordered,
    coverage,
  };
}

/**
 * Of each reference, the most that it has of an independent claim by what was judged: the share of its limitations, half for those
 * in part.
 */
function sharesJudged({ claims, art, chart }: Charted): Map<string, number> {
  const counted = { full: 1, part: 0.5, none: 0 };
  const cells = new Map(
    chart.map((cell) => {
      const { extent, evidence } = standingOf(cell);
      return [`${cell.element} ${cell.ucid}`, evidence === 'text' ? 0 : counted[extent]];
    }),
  );
  const wanted = claims
    .filter(({ charted, independent }) => charted && independent)
    .map(limitationsOf);
  return new Map(
    art.map(({ ucid }) => {
      const shares = wanted.map((labels) => {
        const met = labels.reduce((sum, label) => sum + (cells.get(`${label} ${ucid}`) ?? 0), 0);
        return met / (labels.length || 1);
      });
      return [ucid, Math.max(0, ...shares)];
    }),
  );
}
