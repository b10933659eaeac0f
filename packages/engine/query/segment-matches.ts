import type { CheckedFacet } from '../facets.ts';
import type { ListPlace, RowOrder } from '../listing.ts';
import type { SchemaColumn } from '../schema.ts';
import { countValues } from '../segment/count-values.ts';
import { listRows } from '../segment/list-rows.ts';
import { countRows, type RowSet } from '../segment/row-set.ts';
import type { IndexState } from './index-state.ts';
import type { CountedFacet, ListedRow, Matches } from './matches.ts';
import { readCells } from './present.ts';
import { firstRows } from './row-numbers.ts';
import type { ScoredRow } from './scored-row.ts';

/** Matches in the segments of an index. */
export class SegmentMatches implements Matches {
  readonly #state: IndexState;
  /** The rows of each segment. */
  readonly #sets: readonly RowSet[];
  readonly #firsts: Uint32Array;

  constructor(state: IndexState, sets: readonly RowSet[]) {
    this.#state = state;
    this.#sets = sets;
    this.#firsts = firstRows(state.segments);
  }

  get count(): number {
    return this.#sets.reduce((sum, set) => sum + countRows(set), 0);
  }

  list(order: RowOrder, after: ListPlace | undefined, limit: number): Promise<ListedRow[]> {
    return listRows(this.#state.segments, this.#sets, order, after, limit);
  }

  countBy(facet: CheckedFacet): Promise<CountedFacet> {
    return countValues(this.#state.segments, this.#sets, facet);
  }

  readColumn(rows: readonly number[], column: SchemaColumn): Promise<string[]> {
    const { columns } = this.#state.model.schema;
    const stored = columns.filter(({ role }) => role !== 'ignore');
    const places = rows.map((number): ScoredRow => {
      const segment = this.#firsts.subarray(0, -1).findLastIndex((first) => first <= number);
      return { segment, row: number - this.#firsts[segment]!, score: 0 };
    });
    const cell = stored.findIndex(({ name }) => name === column.name);
    return readCells(this.#state, places, [cell]).then((cells) => cells.map(([text]) => text!));
  }
}
