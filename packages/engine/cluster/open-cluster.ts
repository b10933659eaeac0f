import { crc32 } from 'node:zlib';
import { openModelHead } from '../concept/model.ts';
import { checkTrees, type SearchFilter } from '../conditions.ts';
import type { Manifest } from '../manifest.ts';
import { type AnalyzedQuery, analyzeQuery } from '../query/analyze-query.ts';
import { weighTerm } from '../query/candidates.ts';
import { countMatches, listMatches, matchRequest, rankedPage } from '../query/matches.ts';
import { conceptVector, dictionary, knownWords } from '../query/model-answers.ts';
import { checkRecord } from '../query/open.ts';
import type { ParsedQuery } from '../query/parse-query.ts';
import { type HitSource, presentHits } from '../query/present.ts';
import { unitsOf } from '../query/query-pages.ts';
import { QuerySpaces, type QueryVectors } from '../query/query-vectors.ts';
import {
  NO_HITS,
  type NumberOf,
  type RankedHits,
  rankCandidates,
  scaleRanking,
} from '../query/rank-candidates.ts';
import { checkRequest, countFound, filteredColumn } from '../query/search.ts';
import { searchByCode } from '../query/search-by-code.ts';
import type { OpenFile, SearchIndex, SearchRequest, SearchResult } from '../query/search-index.ts';
import { SimilarWords } from '../query/similar-words.ts';
import { replaceUnknownWords, unknownTerms } from '../query/unknown-words.ts';
import { CANDIDATES, MIN_COSINE, RERANKED } from '../ranking-constants.ts';
import { paddedWidth } from '../segment/rotation.ts';
import { CandidateRows } from './candidate-rows.ts';
import { ClusterIndex, type FoundRows } from './cluster-index.ts';
import { ClusterMatches } from './cluster-matches.ts';
import { readWords } from './cluster-words.ts';
import type { ClusterConnection, JsonObject } from './connection.ts';
import { filterQuery } from './filter-query.ts';
import { weightedFields } from './index-mapping.ts';
import { type RowPayload, readPayload } from './row-payload.ts';
import { TermNumbers } from './term-numbers.ts';

/** Candidates of a search, in the order of the index, and how many rows match. */
interface ChosenRows {
  readonly rows: readonly number[];
  readonly payloads: readonly RowPayload[];
  readonly matched: number;
}

/**
 * Opens an index whose rows are on a cluster. The cluster finds candidates; words, meaning and ranking are those of
 * embedded indexes. Reads the model's file.
 * @throws CorruptFileError if the model is damaged; searches throw `ClusterError`
 */
export async function openClusterIndex(
  manifest: Manifest,
  open: OpenFile,
  connection: ClusterConnection,
): Promise<SearchIndex> {
  const { cluster, rowCount, schema } = manifest;
  if (!cluster) throw new Error('The rows of this index are not on a cluster.');
  const { fileName, headBytes } = manifest.model;
  const source = await open(fileName);
  const opened = await openModelHead(source, fileName, headBytes);
  const { model, parts } = opened;
  checkRecord(manifest.model, source, model.crc);
  await parts.associations();
  const width = paddedWidth(model.dimensions);
  const storedColumns = schema.columns.filter((column) => column.role !== 'ignore');
  const index = new ClusterIndex(connection, cluster.index, rowCount, weightedFields(schema));
  const numbers = new TermNumbers(model);
  const candidates = new CandidateRows(model, numbers, rowCount);
  const spaces = new QuerySpaces(model);
  const crcs = manifest.segments.map(({ crc }) => crc);
  const version = crc32(Uint32Array.of(model.crc, ...crcs));
  const corpus = { rowCount, meanBurstiness: cluster.meanBurstiness };
  let similarWords: SimilarWords | undefined;

  /** Replaces words that the index does not have. */
  async function correct(asked: AnalyzedQuery, text: string): Promise<AnalyzedQuery> {
    const counts = await index.counts(asked.terms);
    const unknown = unknownTerms(asked, (_, place) => counts[place]!.df > 0);
    if (unknown.length === 0) return asked;
    await model.vocabulary.all();
    const words = await readWords(index, model, text, unknown);
    return replaceUnknownWords(asked, text, model.analyzer, words, unknown);
  }

  async function parse(text: string): Promise<ParsedQuery> {
    const query = await correct(analyzeQuery(text, model.analyzer), text);
    const [counts] = await Promise.all([
      index.counts(query.terms),
      model.vocabulary.ensure(query.terms),
    ]);
    await parts.projection(unitsOf(model, query));
    const terms = query.terms.map((term, place) => {
      const number = counts[place]!.df > 0 ? numbers.of(term) : -1;
      return weighTerm(query, place, counts[place]!, [number], corpus);
    });
    return { query, terms };
  }

  /** Rows found by words; if they are few, the nearest rows too. */
  async function choose(found: FoundRows, isFiltered: boolean): Promise<ChosenRows> {
    const known = new Set(found.lexical.map(({ row }) => row));
    const near = found.nearest
      // Without filters, a row must be related to the query.
      .filter(({ row, cosine }) => !known.has(row) && (isFiltered || cosine > MIN_COSINE))
      .slice(0, Math.max(0, CANDIDATES - known.size));
    const added = await index.payloads(near.map(({ row }) => row));
    const rows = [...found.lexical, ...added]
      .toSorted((a, b) => a.row - b.row)
      .map(({ row, payload }) => ({ row, payload: readPayload(payload, width) }))
      // A row without a known word has no direction, and any on the cluster.
      .filter(({ row, payload }) => known.has(row) || isFiltered || payload.scale > 0);
    const related = near.filter(({ cosine }) => cosine > MIN_COSINE).length;
    return {
      rows: rows.map(({ row }) => row),
      payloads: rows.map(({ payload }) => payload),
      matched: found.matched + related,
    };
  }

  /** Ranks candidates; the best of the whole index scale the scores. */
  async function rank(
    parsed: ParsedQuery,
    vectors: QueryVectors,
    best: ChosenRows,
    chosen: ChosenRows | undefined,
    request: SearchRequest,
  ): Promise<RankedHits> {
    await model.vocabulary.readText();
    similarWords ??= new SimilarWords(model.vocabulary);
    const question = { ...parsed, similar: similarWords.of(parsed, rowCount) };
    const state = { model, rowCount };
    const place = (placed: ChosenRows) => {
      candidates.place(placed.payloads);
      return candidates.candidates(placed.rows.length, parsed.terms, placed.matched);
    };
    const scale = scaleRanking(state, candidates, question, vectors, place(best), numberIn(best));
    const placed = chosen ? place(chosen) : scale.candidates;
    const numberOf = numberIn(chosen ?? best);
    return rankCandidates(state, candidates, question, vectors, scale, placed, request, numberOf);
  }

  const numberIn =
    ({ rows }: Pick<ChosenRows, 'rows'>): NumberOf =>
    ({ row }) =>
      rows[row]!;

  /** Hits among rows that are placed in the order of `rows`. */
  function hitSource(
    rows: readonly number[],
    payloads: () => Promise<readonly RowPayload[]>,
  ): HitSource {
    let placed: readonly RowPayload[] = [];
    return {
      model,
      numberOf: numberIn({ rows }),
      readCells: async (hits, columns) => {
        const cells = await index.cells(hits.map(({ row }) => rows[row]!));
        return cells.map((row) => columns.map((column) => row[column]!));
      },
      readTerms: async () => {
        await Promise.all([model.vocabulary.all(), parts.allProjections(), parts.surfaces()]);
        placed = await payloads();
      },
      explained: () => {
        // Meanwhile another search may have used the same memory.
        candidates.place(placed);
        return candidates;
      },
    };
  }

  async function payloadsOf(rows: readonly number[]): Promise<RowPayload[]> {
    const found = await index.payloads(rows);
    const byRow = new Map(found.map(({ row, payload }) => [row, payload]));
    return rows.map((row) => readPayload(byRow.get(row)!, width));
  }

  async function search(request: SearchRequest): Promise<SearchResult> {
    checkRequest(storedColumns, request);
    const wanted = matchRequest(schema.columns, request, version);
    const { text, limit, relevantOnly = false } = request;
    const { isListed, facets } = wanted;
    checkTrees(request.filters ?? []);
    const columnOf = (filter: SearchFilter) => filteredColumn(schema.columns, filter);
    const filters = (request.filters ?? []).map((tree) =>
      filterQuery(tree, columnOf, {
        schema,
        prose: cluster!.prose,
        findsWords: cluster!.findsWords === true,
      }),
    );
    const matchesOf = (query: JsonObject) =>
      new ClusterMatches(index, query, storedColumns, cluster!.countsItems === true);
    const counted = async (matches: ClusterMatches) =>
      facets.length > 0 && { facets: await countMatches(matches, facets) };
    const listed = async (query: JsonObject, parsed: ParsedQuery) => {
      const matches = matchesOf(query);
      const { ranked, numbers, ...next } = await listMatches(matches, wanted, limit);
      const source = hitSource(numbers, () => payloadsOf(numbers));
      const vectors = spaces.vectors(parsed.query);
      const [totalFound, hits, more] = await Promise.all([
        matches.count(),
        presentHits(source, storedColumns, request, parsed, vectors, ranked),
        counted(matches),
      ]);
      return { totalFound, hits, ...more, ...next };
    };

    if (text.trim() === '') {
      return listed(
        { bool: { filter: filters } },
        { query: analyzeQuery('', model.analyzer), terms: [] },
      );
    }
    const parsed = await parse(text);
    const vectors = spaces.vectors(parsed.query);
    const concept = spaces.concept(parsed.query);
    const isFiltered = filters.length > 0;
    const find = (conditions: typeof filters) =>
      index.find(parsed.terms, concept, conditions, CANDIDATES);
    const [ofIndex, kept] = await Promise.all([find([]), isFiltered ? find(filters) : undefined]);
    // The best rows of the whole index scale the scores.
    const [best, chosen] = await Promise.all([
      choose(ofIndex, false),
      kept ? choose(kept, true) : undefined,
    ]);
    const { rows, payloads, matched } = chosen ?? best;
    const isAsked = concept !== null || parsed.terms.some(({ df }) => df > 0);
    /** Those that `totalFound` counts: rows with a word, and if they are few, all candidates. */
    const found = () => {
      if (!isAsked && kept) return { bool: { filter: filters } };
      return (kept ?? ofIndex).matched < CANDIDATES
        ? { terms: { row: rows } }
        : index.wordQuery(parsed.terms, filters);
    };
    if (isListed && !relevantOnly) return listed(found(), parsed);
    const needsMatches = isListed || facets.length > 0;
    const { depth } = wanted;
    const most = { ...request, limit: needsMatches ? Math.max(depth, RERANKED) : depth };
    const ranked = rows.length > 0 ? await rank(parsed, vectors, best, chosen, most) : NO_HITS;
    const relevant = () => ({ terms: { row: ranked.rows.map(({ row }) => rows[row]!) } });
    const matches = relevantOnly ? relevant : found;
    if (isListed) return listed(matches(), parsed);
    const source = hitSource(rows, async () => payloads);
    const { shown, ...next } = rankedPage(ranked, wanted, limit);
    const hits = await presentHits(source, storedColumns, request, parsed, vectors, shown);
    const total = kept ? countFound(kept.matched, kept.passing, isAsked) : matched;
    return {
      totalFound: relevantOnly ? ranked.relevant : total,
      hits,
      ...(needsMatches && (await counted(matchesOf(matches())))),
      ...next,
    };
  }

  return {
    columns: storedColumns,
    search: (request) => searchByCode(schema.columns, request, search),
    vector: (text) => conceptVector(opened, text),
    dictionary: (text, limit) => dictionary(opened, text, limit),
    words: (terms) => knownWords(opened, terms),
    // Opening has read what every search needs.
    warm: async () => {},
    close: () => {},
  };
}
