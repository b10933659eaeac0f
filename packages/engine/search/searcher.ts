import { createHash } from 'node:crypto';
import { checkTrees } from '../conditions.ts';
import { QueryError } from '../errors.ts';
import { unitVector } from '../own-vector.ts';
import type { Candidates } from '../query/candidates.ts';
import type { OwnQuery } from '../query/own-scores.ts';
import { NO_HITS, type RankedHits, rankCandidates } from '../query/rank-candidates.ts';
import { MAX_LIMIT, type SearchRequest, type SearchResult } from '../query/search-index.ts';
import { EVEN_WEIGHTS, type SignalWeights, signalWeights } from '../query/signal-weights.ts';
import { CANDIDATES, RERANKED } from '../ranking-constants.ts';
import { type IndexSchema, storedColumns } from '../schema.ts';
import { rotateQuery } from '../segment/query-vector.ts';
import { analyzeQuery } from '../words/analyze-query.ts';
import type { ParsedQuery } from '../words/terms.ts';
import { countSame, rankDistinct, readOnce } from './distinct.ts';
import {
  atLeast,
  countMatches,
  listMatches,
  matchRequest,
  rankedPage,
  readColumnsOf,
} from './matches.ts';
import { parseQuery } from './parse.ts';
import { presentHits } from './present.ts';
import type { EncodedQuery } from './query.ts';
import type { Matches, OwnSpace, Retrieved, RowSource, Wanted } from './row-source.ts';

/**
 * Checks limit, fields and minimum score.
 * @throws QueryError `bad_limit`, `unknown_column`, `bad_minimum`
 */
function checkRequest(
  { columns }: IndexSchema,
  { text, vector, limit, fields, minimumScore }: SearchRequest,
): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new QueryError('bad_limit', `The limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  if (minimumScore !== undefined) {
    if (text.trim() === '' && !vector) {
      throw new QueryError('bad_minimum', 'A minimum score needs a text or a vector.');
    }
    if (!(minimumScore > 0 && minimumScore <= 1)) {
      throw new QueryError('bad_minimum', 'The minimum score must be above 0, and 1 at most.');
    }
  }
  for (const field of fields ?? []) {
    if (!columns.some(({ name, role }) => name === field && role !== 'ignore')) {
      throw new QueryError('unknown_column', `The index has no column "${field}".`);
    }
  }
}

/**
 * The vector of a request, ready for comparison with rows.
 * @param hasText whether words rank, too; otherwise any weight gives the same order
 * @throws QueryError `bad_vector`
 */
function ownQuery(
  space: OwnSpace | undefined,
  vector: readonly number[],
  hasText: boolean,
): OwnQuery {
  const refused = (message: string) => new QueryError('bad_vector', message);
  if (!space) throw refused('The index has no column of vectors.');
  const { column, dimensions, weight } = space;
  if (vector.length !== dimensions || !vector.every(Number.isFinite)) {
    throw refused(
      `The vector has ${vector.length} numbers. Those of the column "${column}" have ${dimensions}.`,
    );
  }
  const unit = unitVector(vector);
  if (!unit) throw refused('A vector of zeros has no direction.');
  return { vector: rotateQuery(unit), weight: hasText ? weight : 1, isAlone: !hasText };
}

/** Tells vectors apart that a text was asked with. */
const vectorKey = (vector: readonly number[]) =>
  createHash('sha256').update(Float64Array.from(vector)).digest('base64');

/**
 * The rows that a search with filters finds: those that have a word of the query. If they are few, all that pass the filters
 * are ranked and count, up to `CANDIDATES`.
 */
const countFound = (matched: number, passing: number) =>
  Math.max(matched, Math.min(CANDIDATES, passing));

/** Rank: scores what was retrieved. The best rows of the whole index scale the scores. */
async function rank<Filter, Found extends Candidates>(
  source: RowSource<Filter, Found>,
  parsed: ParsedQuery,
  query: EncodedQuery,
  { scale, found }: Retrieved<Found>,
  request: Pick<SearchRequest, 'limit' | 'relevantOnly' | 'explain'>,
  { scale: scales }: Wanted,
  weights: SignalWeights,
): Promise<RankedHits> {
  if (found.count === 0) return NO_HITS;
  // While the rows are on their way, similar words are looked for.
  const [, , similar] = await Promise.all([
    source.read(scale),
    found === scale ? undefined : source.read(found),
    parsed.terms.length > 0
      ? source.encoder.similarWords().then((words) => words.of(parsed, source.rowCount))
      : [],
  ]);
  const { vectors } = query;
  const question = { ...parsed, similar, weights };
  using rows = source.place(found);
  const ranked = rankCandidates(
    {
      state: source,
      rows,
      parsed: question,
      vectors,
      candidates: scale,
      found,
      scale: scales.known,
    },
    request,
  );
  scales.keep(ranked.scale);
  return ranked.hits;
}

/** Parse, retrieve, rank, present: every search of every index, wherever its rows are. */
export async function searchRows<Filter, Found extends Candidates>(
  source: RowSource<Filter, Found>,
  request: SearchRequest,
): Promise<SearchResult> {
  const { schema } = source.model;
  const columns = storedColumns(schema);
  checkRequest(schema, request);
  const asked = matchRequest(schema.columns, request, source.version);
  const { text, limit, filters = [], relevantOnly = false, minimumScore } = request;
  checkTrees(filters);
  const hasText = text.trim() !== '';
  const own = request.vector && ownQuery(source.own, request.vector, hasText);
  const weights = signalWeights(request.weights, {
    hasText,
    hasVector: own !== undefined,
    own: source.own,
  });
  const { facets, distinct } = asked;
  source.readAhead?.(readColumnsOf(asked), hasText);
  const [filter, parsed] = await Promise.all([
    // Of a part, all rows pass a filter, too: they count as with one.
    filters.length > 0 || source.isPart ? source.filter(filters) : undefined,
    hasText
      ? parseQuery(source, text, request.synonyms)
      : { query: analyzeQuery('', source.model.analyzer.main), terms: [], synonyms: [] },
  ]);
  const { isListed, depth } = asked;
  const count = async (matches: Matches) =>
    facets.length > 0 && {
      facets: await countMatches(matches, facets, columns, (rows, wanted) =>
        source.cells(rows, wanted),
      ),
    };
  const understood = parsed.synonyms.length > 0 && { synonyms: parsed.synonyms };
  const query = source.encoder.encode(parsed.query, own);
  const valuesOf = readOnce((rows) => source.values(rows, distinct!));
  const present = async (
    ranked: RankedHits,
    matches: () => Matches,
    collected: () => Promise<Found>,
  ) => {
    const numbers = ranked.rows.map(({ number }) => number);
    const [hits, same] = await Promise.all([
      presentHits(source, request, parsed, query, ranked, collected),
      distinct && countSame(matches(), distinct, numbers, valuesOf),
    ]);
    return same ? hits.map((hit, i) => ({ ...hit, sameValue: same[i]! })) : hits;
  };
  const list = async (matches: Matches): Promise<SearchResult> => {
    const { ranked, ...next } = await listMatches(matches, asked, limit, valuesOf);
    const collected = () => source.collect(ranked.rows);
    const hits = await present(ranked, () => matches, collected);
    return {
      totalFound: await matches.count(),
      hits,
      ...understood,
      ...(await count(matches)),
      ...next,
    };
  };

  if (!hasText && !own) return list(source.all(filter));
  if (!hasText) await source.prepare(parsed);
  const needsMatches = isListed || facets.length > 0 || distinct !== undefined;
  const asText = understood ? `${request.synonyms!.version} ${text}` : text;
  const asVector = request.vector ? `${vectorKey(request.vector)} ${asText}` : asText;
  const scaledText = weights === EVEN_WEIGHTS ? asVector : `${JSON.stringify(weights)} ${asVector}`;
  const wanted = { limit: depth, matches: needsMatches, scale: source.scaleOf(scaledText) };
  const retrieved = await source.find(parsed, query, filter, wanted);
  // Without a known word, all rows that pass count.
  const isKnown =
    own !== undefined || query.concept !== null || parsed.terms.some(({ df }) => df > 0);
  const { matched, passing } = retrieved;
  const all = filter && !isKnown ? source.all(filter) : undefined;
  const found = () => all ?? retrieved.matches();
  // Matches are then those of the ranked rows that are kept.
  const isCut = relevantOnly || minimumScore !== undefined;
  if (isListed && !isCut) return list(found());
  // What is relevant is found out among as many rows for every limit.
  const most = needsMatches ? Math.max(depth, RERANKED) : depth;
  const rankBest = async (from: Retrieved<Found>, count: number) =>
    atLeast(
      await rank(source, parsed, query, from, { ...request, limit: count }, wanted, weights),
      minimumScore,
    );
  // The rows that make the scale come first for every limit, and nearly always have enough values.
  const isShort = distinct !== undefined && minimumScore === undefined && !filter;
  let from = isShort ? { ...retrieved, found: retrieved.scale } : retrieved;
  const ranked = await rankBest(from, isShort ? RERANKED : most);
  const matches = () => (isCut ? source.only(ranked.rows) : found());
  const withFewest = own ? matched : countFound(matched, passing);
  const counted = all ? passing : withFewest;
  const kept = minimumScore === undefined ? ranked.relevant : ranked.rows.length;
  const left = relevantOnly && { lessRelevant: Math.max(0, counted - kept) };
  if (isListed) return { ...(await list(matches())), ...left };
  const values = asked.skip + limit + 1;
  let listed = distinct ? await rankDistinct(ranked, valuesOf, values) : ranked;
  const mayHaveMore = !relevantOnly && ranked.rows.length < retrieved.found.count;
  if (isShort && listed.rows.length < values && mayHaveMore) {
    from = retrieved;
    listed = await rankDistinct(await rankBest(from, most), valuesOf, values);
  }
  const { shown, ...next } = rankedPage(listed, asked, limit);
  const hits = await present(shown, matches, async () => from.found);
  return {
    totalFound: isCut ? kept : counted,
    ...left,
    hits,
    ...understood,
    ...(facets.length > 0 && (await count(matches()))),
    ...next,
  };
}
