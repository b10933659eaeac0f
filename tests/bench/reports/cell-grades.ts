import type { SecondReading } from '#functions/reports/rank-art.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { type ChartCell, grades } from '#shared/report/report.ts';

/** Counts grades of cells by a name. */
export function newTally() {
  const all = new Map<string, ChartCell[]>();
  return {
    add(name: string, cells: readonly ChartCell[]): void {
      all.set(name, [...(all.get(name) ?? []), ...cells]);
    },
    print(): void {
      for (const [name, cells] of Array.from(all).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const shares = grades.map((grade) => {
          const some = cells.filter((cell) => cell.grade === grade).length;
          return `${((100 * some) / cells.length).toFixed(1)} % ${grade}`;
        });
        console.log(`${name}: ${cells.length} cells, ${shares.join(', ')}`);
      }
    },
  };
}

/** Documents that are compared beside the references, of each kind. */
const strangers = 15;
/** Nearness from which on the nearest are taken: a tenth of the floor of reports. */
const lowFloor = 0.03;

/** Of documents without a common class with a patent, the nearest, as if there were no floor, and as many by chance: always the same. */
export async function strangersTo(
  others: readonly PatentDocument[],
  rank: (floor: number) => Promise<SecondReading>,
): Promise<{ near: PatentDocument[]; random: PatentDocument[] }> {
  const byUcid = new Map(others.map((one) => [one.ucid, one]));
  const near = (await rank(lowFloor)).ranked
    .flatMap(({ ucid }) => byUcid.get(ucid) ?? [])
    .slice(0, strangers);
  const shuffled = others
    .filter((one) => !near.includes(one))
    .map((one, at) => ({ one, order: (at * 2_654_435_761) % 4_294_967_296 }))
    .toSorted((a, b) => a.order - b.order);
  return { near, random: shuffled.slice(0, strangers).map(({ one }) => one) };
}
