import { categoryOf, findCoverage } from '#shared/report/coverage.ts';
import type { Report } from '#shared/report/report.ts';

type Charted = Pick<Report, 'claims' | 'art' | 'chart'>;

/**
 * Puts what covers most first in a chart: by category, then as near as the art is. Between equals, the order stays.
 * @param chart the cells of each reference in the order of the elements
 */
export function orderArt({
  claims,
  art,
  chart,
}: Charted): Pick<Report, 'art' | 'chart' | 'coverage'> {
  const first = findCoverage({ claims, art, chart });
  const place = ({ ucid }: Report['art'][number]) => 'XYA'.indexOf(categoryOf(ucid, first, claims));
  const sorted = art.toSorted((a, b) => place(a) - place(b) || b.conceptScore - a.conceptScore);
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
