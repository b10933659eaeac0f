import { fold, isMissing } from '../column-values.ts';
import { QueryError } from '../errors.ts';
import { RELEVANT_SHARE } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import {
  MAX_LIMIT,
  type SearchHit,
  type SearchRequest,
  type SearchResult,
  type TextRange,
} from './search-index.ts';

/** A text that may be the id of a row: a word with a digit, such as `4711` or `US-99090012-B2`. */
const WORD = /^(?=\S*\d)\S{1,100}$/;
/** The same in words with digits and short ones, of which one is a number: `us 99090012 b2`. */
const WORDS =
  /^(?=.{1,100}$)(?=(?:.*\s)?\d[\d/-]*(?:\s|$))(?:(?:\S*\d\S*|\p{L}{1,3})(?:\s|$)){2,5}$/u;

type Search = (request: SearchRequest) => Promise<SearchResult>;

/** A request without what only ranked rows have. */
const unranked = ({ vector: _, minimumScore: __, weights: ___, ...list }: SearchRequest) => list;

/** The rows that have a code in a column. */
async function rowsWith(
  search: Search,
  request: SearchRequest,
  column: string,
  code: string,
): Promise<SearchResult> {
  const wanted = { ...unranked(request), limit: MAX_LIMIT, relevantOnly: false };
  const filters = [...(request.filters ?? []), { column, operator: '=' as const, value: code }];
  try {
    // Without words, a search gives all rows that meet its filters.
    const found = await search({ ...wanted, text: '', filters });
    return { ...found, hits: found.hits.map((hit) => described(hit, column, code)) };
  } catch (error) {
    // The customer may have given a column of long text the type of an id.
    if (!(error instanceof QueryError && error.code === 'not_filterable')) throw error;
    return { totalFound: 0, hits: [] };
  }
}

/** A hit that was found by its code: it has the highest score, explained by the code alone. */
function described(hit: SearchHit, column: string, code: string): SearchHit {
  if (!hit.explanation) return { ...hit, score: 1 };
  const cell = hit.row[column];
  const whole: Record<string, TextRange[]> = cell ? { [column]: [[0, cell.length]] } : {};
  return {
    ...hit,
    score: 1,
    explanation: { terms: [{ term: code, share: 1 }], concepts: [] },
    highlights: { ...hit.highlights, ...whole },
  };
}

/**
 * Searches, and shows those rows first whose id is the query. Ids are not among the words that are searched, so
 * ranking alone does not find them.
 * @param search the ordinary search
 */
export async function searchByCode(
  columns: readonly SchemaColumn[],
  request: SearchRequest,
  search: Search,
): Promise<SearchResult> {
  const code = request.text.trim();
  const ids = columns.filter(({ role, kind }) => role === 'metadata' && kind === 'id');
  if (!(WORD.test(code) || WORDS.test(code)) || ids.length === 0) return search(request);
  const { sort, after, facets, pages, distinct, ...plain } = request;
  // The first page has shown the rows with the id.
  if (pages && after !== undefined && !sort) return search(request);
  const [ranked, ...named] = await Promise.all([
    search(plain),
    ...ids.map(({ name }) => rowsWith(search, plain, name, code)),
  ]);
  const first = new Map(named.flatMap(({ hits }) => hits.map((hit) => [hit.number, hit])));
  const others = (hits: readonly SearchHit[]) =>
    hits.filter(
      ({ number, score }) =>
        !first.has(number) && !(request.relevantOnly && score < RELEVANT_SHARE),
    );
  const merged = (hits: readonly SearchHit[]) =>
    [...first.values(), ...others(hits)].slice(0, request.limit);
  const asksAll =
    sort !== undefined || facets !== undefined || pages === true || distinct !== undefined;
  // Rows that both ways find count once. Of so many one more or less is not seen.
  if (first.size === 0 || ranked.totalFound >= MAX_LIMIT) {
    const { hits, next, ...all } = asksAll ? await search(request) : ranked;
    if (sort || first.size === 0) return { ...all, hits, ...(next !== undefined && { next }) };
    // Rows with the id take the places of ranked ones, so pages end here.
    return { ...all, hits: await differing(search, request, merged(hits)) };
  }
  const { hits } = await search({ ...plain, limit: MAX_LIMIT, fields: [], explain: false });
  const rows = [...first.keys(), ...others(hits).map(({ number }) => number)];
  if (!asksAll) return { totalFound: rows.length, hits: merged(ranked.hits) };
  const list = { ...unranked(request), text: '', relevantOnly: false, filters: [{ rows }] };
  const all = await search(list);
  if (sort) return all;
  const shown = distinct === undefined ? ranked : await search({ ...plain, distinct });
  return {
    totalFound: rows.length,
    hits: await differing(search, request, merged(shown.hits)),
    ...(all.facets && { facets: all.facets }),
  };
}

/** Hits without those whose value of the column that `distinct` names an earlier one has. */
async function differing(
  search: Search,
  { distinct }: SearchRequest,
  hits: readonly SearchHit[],
): Promise<readonly SearchHit[]> {
  if (distinct === undefined) return hits;
  const rows = hits.map(({ number }) => number);
  const cells = { text: '', limit: rows.length, filters: [{ rows }], fields: [distinct] };
  const read = await search(cells);
  const values = new Map(read.hits.map(({ number, row }) => [number, fold(row[distinct]!)]));
  const groups = Map.groupBy(hits, ({ number }) => {
    const value = values.get(number)!;
    return isMissing(value) ? number : value;
  });
  return Array.from(groups.values(), (group) => {
    // Of rows with the id, the search has counted those that have a word of it, too.
    const sameValue = Math.max(group.length, ...group.map((hit) => hit.sameValue ?? 1));
    return { ...group[0]!, sameValue };
  });
}
