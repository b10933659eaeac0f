import { fold, itemsOf } from '../column-values.ts';
import {
  type CheckedCodes,
  type CheckedFacet,
  checkFacets,
  countedPart,
  type Facet,
  type FacetCount,
  type IntervalFacet,
} from '../facets.ts';
import {
  checkDistinct,
  checkOrder,
  type ListIdentity,
  type ListPlace,
  type RowOrder,
  readCursor,
  writeCursor,
} from '../listing.ts';
import { NO_HITS, type RankedHits } from '../query/rank-candidates.ts';
import type { SearchRequest } from '../query/search-index.ts';
import { CANDIDATES } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import { listDistinct, type ValuesOf } from './distinct.ts';
import type { Matches } from './row-source.ts';

/** What a search says about all its matches. */
export interface MatchRequest {
  readonly facets: readonly CheckedFacet[];
  readonly order: RowOrder;
  /** Whether the matches are listed, not ranked. */
  readonly isListed: boolean;
  readonly after?: ListPlace;
  readonly list: ListIdentity;
  /** Ranked rows before those that are wanted. */
  readonly skip: number;
  /** Ranked rows of which these are a part. */
  readonly depth: number;
  /** Of the matches with the same value in this column, one is shown. */
  readonly distinct?: SchemaColumn;
}

/**
 * Checks what a search wants to know about all its matches.
 * @param version tells versions of the index apart
 * @throws QueryError
 */
export function matchRequest(
  columns: readonly SchemaColumn[],
  request: SearchRequest,
  version: number,
): MatchRequest {
  const { text, limit, filters, sort, relevantOnly, after, facets, pages = false } = request;
  const { distinct: name, vector, minimumScore, weights } = request;
  const distinct = name === undefined ? undefined : checkDistinct(columns, name);
  const isListed = (text.trim() === '' && !vector) || sort !== undefined;
  const isRanked = pages && !isListed;
  const synonyms = request.synonyms?.version;
  const ownVector = request.isVectorOfText ? undefined : vector;
  const ranked = { version, text, isRanked, synonyms, ...(ownVector && { vector: ownVector }) };
  const list = { ...ranked, filters, sort, relevantOnly, distinct: name, minimumScore, weights };
  const place = after === undefined ? undefined : readCursor(list, after, isListed || isRanked);
  const skip = isRanked ? Math.min(place?.row ?? 0, CANDIDATES) : 0;
  return {
    skip,
    // The order of rows that only a filter brings up depends on how many are ranked.
    depth: isRanked || distinct || minimumScore !== undefined ? CANDIDATES : limit,
    facets: checkFacets(columns, facets),
    order: checkOrder(columns, sort),
    isListed,
    list,
    ...(distinct && { distinct }),
    ...(place && { after: place }),
  };
}

/** The columns whose values a search reads of all its matches. */
export function readColumnsOf({ facets, distinct, order, isListed }: MatchRequest): SchemaColumn[] {
  const columns = facets.flatMap((facet) =>
    facet.type === 'code' && facet.by ? [facet.column, facet.by.column] : [facet.column],
  );
  if (distinct) columns.push(distinct);
  if (isListed && order.column) columns.push(order.column);
  return columns;
}

/** The ranked rows that are wanted, and where they go on if the request asks for pages. */
export function rankedPage(
  ranked: RankedHits,
  { skip, list }: MatchRequest,
  limit: number,
): { readonly shown: RankedHits; readonly next?: string } {
  const end = skip + limit;
  const rows = ranked.rows.slice(skip, end);
  const goesOn = list.isRanked && rows.length > 0 && ranked.rows.length > end;
  return {
    shown: { ...ranked, rows, scores: ranked.scores.slice(skip, end) },
    ...(goesOn && { next: writeCursor(list, { key: null, row: end }) }),
  };
}

/** The ranked rows whose shown score is high enough. */
export function atLeast(ranked: RankedHits, minimumScore = 0): RankedHits {
  const end = ranked.scores.findIndex((score) => score < minimumScore);
  if (end < 0) return ranked;
  return { ...ranked, rows: ranked.rows.slice(0, end), scores: ranked.scores.slice(0, end) };
}

/** The next rows of a list as hits, and where it goes on. */
export async function listMatches(
  matches: Matches,
  { order, after, list, distinct }: MatchRequest,
  limit: number,
  valuesOf: ValuesOf,
): Promise<{ readonly ranked: RankedHits; readonly next?: string }> {
  const listed = await (distinct
    ? listDistinct(matches, distinct, order, after, limit + 1, valuesOf)
    : matches.list(order, after, limit + 1));
  const rows = listed.slice(0, limit);
  const [last] = rows.slice(-1);
  return {
    ranked: {
      ...NO_HITS,
      rows: rows.map(({ number, segment, row }, position) => ({
        number,
        segment,
        row,
        position,
        score: 0,
      })),
      scores: rows.map(() => 0),
    },
    ...(last &&
      listed.length > limit && { next: writeCursor(list, { key: last.key, row: last.number }) }),
  };
}

/**
 * Counts matches by columns. Values are written as in the first row that has them.
 * @param cells see `RowSource.cells`
 */
export async function countMatches(
  matches: Matches,
  facets: readonly CheckedFacet[],
  columns: readonly SchemaColumn[],
  cells: (rows: readonly number[], columns: readonly number[]) => Promise<string[][]>,
): Promise<Facet[]> {
  const counted: Promise<Facet>[] = [];
  // One after the other: each may take memory for every row. Their cells are read meanwhile.
  for (const asked of facets) {
    const { facet, firsts } = await matches.countBy(asked);
    if (!firsts || asked.type !== 'code') {
      counted.push(Promise.resolve(facet));
      continue;
    }
    const rows = facet.counts.map(({ value }) => firsts.get(value)!);
    const read = cells(rows, [columns.findIndex(({ name }) => name === asked.column.name)]);
    // A fault is thrown by the last line, not before it.
    read.catch(() => undefined);
    const crossed = asked.by && (await countCrossed(matches, asked, asked.by, facet.counts));
    counted.push(
      read.then((cells) => ({
        ...facet,
        counts: asWritten(asked, facet.counts, cells, crossed?.each),
        ...crossed?.interval,
      })),
    );
  }
  return Promise.all(counted);
}

/** Counts whose values are written as in cells, with those of their intervals. */
const asWritten = (
  facet: CheckedCodes,
  counts: readonly FacetCount[],
  cells: readonly (readonly string[])[],
  each: readonly Facet[] | undefined,
): FacetCount[] =>
  counts.map(({ value, count }, i) => {
    const cell = cells[i]![0]!;
    const items = [...itemsOf(cell), cell.trim()];
    const written = items.find((item) => countedPart(facet, fold(item)) === value);
    return {
      value: written === undefined ? value : beginningOf(written, facet.prefix),
      count,
      ...(each && { by: each[i]!.counts }),
    };
  });

/** Counts the matches of each value by the intervals that all matches decide. */
async function countCrossed(
  matches: Matches,
  facet: CheckedCodes,
  by: NonNullable<CheckedCodes['by']>,
  counts: readonly FacetCount[],
) {
  const { interval } = (await matches.countBy(by)).facet;
  // Asked for as `auto`, the answer names it; otherwise it is as asked.
  const fixed = { ...by, interval: interval ?? by.interval, isAuto: false } as IntervalFacet;
  const each = await matches.countEach(
    facet,
    counts.map(({ value }) => value),
    fixed,
  );
  return { each, interval: interval !== undefined && { interval } };
}

const beginningOf = (item: string, prefix: number | undefined) =>
  prefix === undefined ? item : item.replaceAll(/\s/g, '').slice(0, prefix);
