import type { CheckedCodes, CheckedFacet, Facet, IntervalFacet } from '../../facets.ts';
import { lazy } from '../../file/once.ts';
import type { ListPlace, RowOrder } from '../../listing.ts';
import type { SchemaColumn } from '../../schema.ts';
import { countEach } from '../../segment/count-each.ts';
import { countValues } from '../../segment/count-values.ts';
import type { KeptParts } from '../../segment/counted-parts.ts';
import { groupRows, rowsWithout } from '../../segment/group-rows.ts';
import { listRows } from '../../segment/list-rows.ts';
import type { Segment } from '../../segment/open.ts';
import { countRows, type RowSet, rowsIn } from '../../segment/row-set.ts';
import type { CountedFacet, Matches } from '../row-source.ts';

/** Matches in the segments of an index. */
export class SegmentMatches implements Matches {
  readonly #segments: readonly Segment[];
  readonly #sets: readonly RowSet[];
  readonly #kept: KeptParts | undefined;
  /** The same rows as lists, for all facets. */
  readonly #rows = lazy(() => this.#sets.map((set) => rowsIn(set)));

  /**
   * @param sets the rows of each segment
   * @param kept see `countValues`
   */
  constructor(segments: readonly Segment[], sets: readonly RowSet[], kept: KeptParts | undefined) {
    this.#segments = segments;
    this.#sets = sets;
    this.#kept = kept;
  }

  async count(): Promise<number> {
    return this.#sets.reduce((sum, set) => sum + countRows(set), 0);
  }

  groupsOf(column: SchemaColumn, values: readonly string[], order: RowOrder) {
    return groupRows(this.#segments, this.#sets, column, values, order);
  }

  async without(column: SchemaColumn, values: readonly string[]): Promise<Matches> {
    const sets = await rowsWithout(this.#segments, this.#sets, column, values);
    return new SegmentMatches(this.#segments, sets, this.#kept);
  }

  list(order: RowOrder, after: ListPlace | undefined, limit: number) {
    return listRows(this.#segments, this.#sets, order, after, limit);
  }

  countBy(facet: CheckedFacet): Promise<CountedFacet> {
    return countValues(this.#segments, this.#rows(), facet, this.#kept);
  }

  countEach(facet: CheckedCodes, values: readonly string[], by: IntervalFacet): Promise<Facet[]> {
    return countEach(this.#segments, this.#rows(), facet, values, by, this.#kept);
  }
}
