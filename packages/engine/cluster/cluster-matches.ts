import { codePattern } from '../code-pattern.ts';
import { notFilterable } from '../conditions.ts';
import {
  AUTO,
  type CheckedCodes,
  type CheckedFacet,
  type CheckedIntervals,
  countedPart,
  type Facet,
  fittingInterval,
  histogram,
  type IntervalFacet,
  intervalOf,
  listed,
  MAX_DISTINCT,
  tooManyValues,
} from '../facets.ts';
import type { ListPlace, RowOrder } from '../listing.ts';
import type { Manifest } from '../manifest.ts';
import type { SchemaColumn } from '../schema.ts';
import type { CountedFacet, ListedRow, Matches, RowGroup } from '../search/row-source.ts';
import type { Answer, ClusterIndex, Hit } from './cluster-index.ts';
import type { JsonObject } from './connection.ts';
import { wholeCell } from './filter-query.ts';
import { itemField, valueField } from './index-mapping.ts';

/** Values of a column that one request counts. */
const COUNTED = 10_000;
/** Queries whose matches one request counts. */
const COUNTED_QUERIES = 200;

interface Bucket {
  readonly doc_count: number;
}

type ClusterRow = ListedRow & Pick<ListPlace, 'key'>;

/** Matches on a cluster: the rows of a query. */
export class ClusterMatches implements Matches {
  readonly #index: ClusterIndex;
  readonly #query: JsonObject;
  readonly #record: NonNullable<Manifest['cluster']>;

  constructor(index: ClusterIndex, query: JsonObject, record: NonNullable<Manifest['cluster']>) {
    this.#index = index;
    this.#query = query;
    this.#record = record;
  }

  async count(): Promise<number> {
    const [answer] = await this.#search({ size: 0, track_total_hits: true });
    return answer.hits.total!.value;
  }

  #search(what: JsonObject): Promise<[Answer]> {
    return this.#index.search([{ query: this.#query, ...what }]) as Promise<[Answer]>;
  }

  async #aggregate<Found>(aggs: JsonObject): Promise<Found> {
    const [{ aggregations }] = await this.#search({ size: 0, track_total_hits: false, aggs });
    return aggregations as Found;
  }

  async list(order: RowOrder, after: ListPlace | undefined, limit: number): Promise<ClusterRow[]> {
    const { column, descending } = order;
    // The cluster sorts rows without a value by this one.
    const key = after?.key ?? (descending ? '-Infinity' : 'Infinity');
    const [{ hits }] = await this.#search({
      size: limit,
      stored_fields: '_none_',
      track_total_hits: false,
      sort: sortBy(order),
      search_after: after && [...(column ? [key] : []), after.row],
    });
    // Rows on a cluster are placed in the order of their list.
    return hits.hits.map(({ sort }, row) => {
      const [value, number] = [sort[0]!, sort.at(-1)!];
      return { key: column && Number.isFinite(value) ? value : null, number, segment: 0, row };
    });
  }

  async groupsOf(
    column: SchemaColumn,
    values: readonly string[],
    order: RowOrder,
  ): Promise<ReadonlyMap<string, RowGroup>> {
    if (this.#record.prose.includes(column.position)) throw notFilterable(column);
    const first = { top_hits: { size: 1, _source: false, sort: sortBy(order) } };
    type Group = Bucket & { first: { hits: { hits: Pick<Hit, 'sort'>[] } } };
    const filters = values.map((value) => valueQuery(column, value));
    const found = await this.#bucketsOf<Group>(filters, { first });
    const groups = found.flatMap(({ doc_count: count, first }, i): RowGroup[] => {
      const [hit] = first.hits.hits;
      return hit ? [{ value: values[i]!, count, first: hit.sort.at(-1)! }] : [];
    });
    return new Map(groups.map((group) => [group.value, group]));
  }

  /**
   * Counts the matches that each of some queries finds.
   * @param aggs what else is found out of these
   */
  async #bucketsOf<Found extends Bucket>(
    queries: readonly JsonObject[],
    aggs: JsonObject = {},
  ): Promise<Found[]> {
    const found: Found[] = [];
    for (let from = 0; from < queries.length; from += COUNTED_QUERIES) {
      const filters = queries.slice(from, from + COUNTED_QUERIES);
      const each = { filters: { filters }, aggs };
      found.push(...(await this.#aggregate<{ each: { buckets: Found[] } }>({ each })).each.buckets);
    }
    return found;
  }

  async without(column: SchemaColumn, values: readonly string[]): Promise<Matches> {
    const must_not = values.map((value) => valueQuery(column, value));
    const query = { bool: { filter: [this.#query], must_not } };
    return new ClusterMatches(this.#index, query, this.#record);
  }

  countBy(facet: CheckedFacet): Promise<CountedFacet> {
    return facet.type === 'code' ? this.#countItems(facet) : this.#countIntervals(facet);
  }

  async #countIntervals(facet: CheckedIntervals): Promise<CountedFacet> {
    const field = valueField(facet.column.position);
    type Ends = { ends?: { min: number | null; max: number | null } };
    const isAuto = facet.interval === AUTO;
    const { ends } = isAuto ? await this.#aggregate<Ends>({ ends: { stats: { field } } }) : {};
    // As in segments, infinite ones if no match has a number.
    const { min, max } = ends ?? { min: null, max: null };
    const fitting = fittingInterval(facet, min ?? Infinity, max ?? -Infinity);
    return { facet: readSpread(fitting, await this.#aggregate<Spread>(spread(fitting))) };
  }

  async countEach(
    { column, prefix }: CheckedCodes,
    values: readonly string[],
    by: IntervalFacet,
  ): Promise<Facet[]> {
    const field = itemField(column.position);
    const filters = values.map((value) =>
      prefix === undefined ? { term: { [field]: value } } : beginQuery(column, value),
    );
    const buckets = await this.#bucketsOf<Bucket & Spread>(filters, spread(by));
    return buckets.map((bucket) => readSpread(by, bucket));
  }

  async #countItems(facet: CheckedCodes): Promise<CountedFacet> {
    const { column, top } = facet;
    const field = itemField(column.position);
    const counts = new Map<string, number>();
    const firsts = new Map<string, number>();
    type Item = Bucket & { key: { item: string }; first: { value: number } };
    type Items = { items: { buckets: Item[]; after_key?: JsonObject }; missing: Bucket };
    let after: JsonObject | undefined;
    let missing = 0;
    do {
      const sources = [{ item: { terms: { field } } }];
      const answer: Items = await this.#aggregate<Items>({
        items: {
          composite: { size: COUNTED, sources, after },
          aggs: { first: { min: { field: 'row' } } },
        },
        missing: { missing: { field } },
      });
      for (const { key, doc_count, first } of answer.items.buckets) {
        const part = countedPart(facet, key.item);
        if (part === undefined) continue;
        // Of several items of a row with the same beginning, more than the row would be counted.
        counts.set(part, facet.prefix === undefined ? doc_count : 0);
        firsts.set(part, Math.min(firsts.get(part) ?? first.value, first.value));
      }
      if (counts.size > MAX_DISTINCT) throw tooManyValues(column);
      missing = answer.missing.doc_count;
      after = answer.items.after_key;
    } while (after);
    if (facet.prefix !== undefined) {
      // Rows that have an item with each beginning.
      const parts = [...counts.keys()];
      const found = await this.#bucketsOf(parts.map((part) => beginQuery(column, part)));
      for (const [i, { doc_count }] of found.entries()) counts.set(parts[i]!, doc_count);
    }
    return { facet: listed(column, [...counts], top, missing), firsts };
  }
}

/** Rows without a value come last. */
const sortBy = ({ column, descending }: RowOrder): JsonObject[] => {
  const order = descending ? 'desc' : 'asc';
  const byRow = { row: 'asc' };
  return column
    ? [{ [valueField(column.position)]: { order, numeric_type: 'double' } }, byRow]
    : [byRow];
};

/** The rows that have a value, whole cells compared. */
const valueQuery = ({ position }: SchemaColumn, value: string): JsonObject =>
  wholeCell(position, (field) => ({ term: { [field]: value } }));

/** Rows with an item of a code that begins so. */
const beginQuery = (column: SchemaColumn, value: string): JsonObject => ({
  regexp: { [itemField(column.position)]: codePattern(column, 'begins', value).source },
});

/** The answer to `spread`. */
interface Spread {
  readonly counts: { readonly buckets: (Bucket & { key: number })[] };
  readonly missing: Bucket;
}

/** Counts rows by the intervals of a column. */
function spread(facet: IntervalFacet): JsonObject {
  const field = valueField(facet.column.position);
  return {
    counts: { histogram: { field, interval: intervalOf(facet), min_doc_count: 1 } },
    missing: { missing: { field } },
  };
}

function readSpread(facet: IntervalFacet, { counts, missing }: Spread): Facet {
  const interval = intervalOf(facet);
  const places = counts.buckets.map(
    ({ key, doc_count }) => [Math.round(key / interval), doc_count] as const,
  );
  return histogram(facet, new Map(places), missing.doc_count);
}
