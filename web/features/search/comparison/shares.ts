import type { Index } from '#shared/contract/indexes.ts';
import type { Facet } from '#web/api/search.ts';
import { countedColumns } from '../facets/facet-columns.ts';
import { isOfValues, type ValueFacet } from '../facets/facet-filters.ts';

/** "12.5%". Little stays visible: "<0.1%". */
export function shareOf(count: number, total: number): string {
  if (count === 0 || total === 0) return '0%';
  const percent = (100 * count) / total;
  return percent < 0.1 ? '<0.1%' : `${percent.toFixed(1)}%`;
}

/** The columns of categories that two indexes have both, by name and kind. */
export const sharedColumns = ([one, other]: readonly [Index, Index]): ValueFacet[] => {
  const others = countedColumns(other);
  return countedColumns(one)
    .filter(isOfValues)
    .filter(({ column, kind }) =>
      others.some((each) => each.column === column && each.kind === kind),
    );
};

/** A value, how many rows of each index have it, and by how much the first has a larger share. */
export interface SharedValue {
  value: string;
  /** Undefined if it is not among the most frequent values that were counted. */
  counts: readonly [number | undefined, number | undefined];
  /** Share in the first less share in the second, -1 to 1. */
  difference: number;
}

/** The values that two indexes have, those first whose shares differ most. */
export function sharedValues(
  facets: readonly [Facet, Facet],
  totals: readonly [number, number],
): SharedValue[] {
  const [one, other] = facets.map(
    ({ counts }) => new Map(counts.map(({ value, count }) => [value.toLowerCase(), count])),
  ) as [Map<string, number>, Map<string, number>];
  const written = new Map(
    facets.flatMap(({ counts }) => counts.map(({ value }) => [value.toLowerCase(), value])),
  );
  const countIn = (counted: Map<string, number>, { counts, distinct }: Facet, key: string) =>
    counted.get(key) ?? (distinct <= counts.length ? 0 : undefined);
  return Array.from(written, ([key, value]): SharedValue => {
    const counts = [countIn(one, facets[0], key), countIn(other, facets[1], key)] as const;
    const [first, second] = counts.map((count = 0, i) => count / Math.max(1, totals[i]!));
    return { value, counts, difference: first! - second! };
  }).toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}
