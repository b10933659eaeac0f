import { crc32 } from 'node:zlib';
import { ALL_COMPARED, type ClusterIndex, type FoundRows } from '../../cluster/cluster-index.ts';
import { ClusterMatches } from '../../cluster/cluster-matches.ts';
import { readWords } from '../../cluster/cluster-words.ts';
import type { JsonObject } from '../../cluster/connection.ts';
import { filterQuery } from '../../cluster/filter-query.ts';
import { type RelatedWord, relatedWords } from '../../cluster/related-words.ts';
import { readPayload } from '../../cluster/row-payload.ts';
import { TermNumbers } from '../../cluster/term-numbers.ts';
import type { OpenedModel } from '../../concept/model.ts';
import { type FilterTree, filteredColumn } from '../../conditions.ts';
import { once } from '../../file/once.ts';
import type { Manifest } from '../../manifest.ts';
import { type Candidates, NO_CANDIDATES, wholeWeights } from '../../query/candidates.ts';
import type { TextScale } from '../../query/kept-scales.ts';
import { unitsOf } from '../../query/query-vectors.ts';
import { CANDIDATES, CLUSTER_CANDIDATES, MIN_COSINE } from '../../ranking-constants.ts';
import { searchedColumns } from '../../schema.ts';
import { IMPACT_STEPS, MAX_IMPACT } from '../../segment/format.ts';
import { decodeRow } from '../../segment/forward-rows.ts';
import type { QueryVector } from '../../segment/query-vector.ts';
import { paddedWidth } from '../../segment/rotation.ts';
import { RowImpacts } from '../../segment/row-impacts.ts';
import type { Analyzer } from '../../text/analyze.ts';
import type { ParsedQuery, ResolvedTerm, TermEntry } from '../../words/terms.ts';
import type { KnownWords } from '../../words/unknown-words.ts';
import { PlacedRows, type RowPayload } from '../placed-rows.ts';
import { type EncodedQuery, QueryEncoder } from '../query.ts';
import {
  Lender,
  type ListedRow,
  type Matches,
  type Retrieved,
  type RowLease,
  type RowSource,
  type Wanted,
} from '../row-source.ts';

/** Rows that the cluster gave, in the order of the index: row i of segment 0 has the i-th payload and number. */
interface ClusterRows extends Candidates {
  readonly payloads: readonly RowPayload[];
  /** Numbers of the rows that match, if they are fewer than `CANDIDATES`. */
  readonly matching: readonly number[];
}

/** What rows are compared with that have no word of a query. */
interface Meaning {
  readonly concept: QueryVector;
  readonly related: () => Promise<readonly RelatedWord[]>;
}

/** By how much a cosine from the cluster, which compares bytes, may be off. */
const COSINE_NOISE = 0.002;

/** Cosine of a row with a concept vector, as embedded indexes calculate it. */
function cosineOf({ vector, scale }: RowPayload, { steps, step }: QueryVector): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * steps[i]!;
  return sum * scale * step;
}

/** Rows on a cluster. It finds candidates by words and vectors; their payloads are ranked here. */
export class ClusterSource implements RowSource<readonly JsonObject[], ClusterRows> {
  readonly model: OpenedModel['model'];
  readonly encoder: QueryEncoder;
  readonly isPart = false;
  readonly rowCount: number;
  readonly version: number;
  readonly meanBurstiness: number;
  readonly #opened: OpenedModel;
  readonly #record: NonNullable<Manifest['cluster']>;
  readonly #index: ClusterIndex;
  readonly #numbers: TermNumbers;
  readonly #placed: PlacedRows;
  readonly #impacts: RowImpacts;
  readonly #lender = new Lender();
  #inPlace: ClusterRows | undefined;

  /** @param opened the model, with its association vectors in memory */
  constructor(
    opened: OpenedModel,
    { segments, rowCount }: Manifest,
    record: NonNullable<Manifest['cluster']>,
    index: ClusterIndex,
  ) {
    const { model } = opened;
    this.model = model;
    this.encoder = new QueryEncoder(model);
    this.rowCount = rowCount;
    this.version = crc32(Uint32Array.of(model.crc, ...segments.map(({ crc }) => crc)));
    this.meanBurstiness = record.meanBurstiness;
    this.#opened = opened;
    this.#record = record;
    this.#index = index;
    this.#numbers = new TermNumbers(model);
    this.#placed = new PlacedRows(model, [this.#numbers], rowCount);
    const columns = searchedColumns(model.schema);
    this.#impacts = new RowImpacts(columns, model.averageLengths, this.#numbers.size);
  }

  async counts(terms: readonly string[]): Promise<TermEntry[]> {
    const [counts] = await Promise.all([
      this.#index.counts(terms),
      this.model.vocabulary.ensure(terms),
    ]);
    return counts.map((count, i) => ({
      ...count,
      numbers: [count.df > 0 ? this.#numbers.of(terms[i]!) : -1],
    }));
  }

  async words(text: string, analyzer: Analyzer, unknown: readonly string[]): Promise<KnownWords> {
    await this.model.vocabulary.all();
    return readWords(this.#index, this.model.vocabulary, text, analyzer, unknown);
  }

  async prepare({ query }: ParsedQuery): Promise<void> {
    await this.#opened.parts.projection(unitsOf(this.model, query).map(({ unit }) => unit));
  }

  async filter(trees: readonly FilterTree[]): Promise<JsonObject[]> {
    const { schema } = this.model;
    const { prose, findsWords = false } = this.#record;
    return trees.map((tree) =>
      filterQuery(tree, (filter) => filteredColumn(schema.columns, filter), {
        schema,
        prose,
        findsWords,
      }),
    );
  }

  all(filters: readonly JsonObject[] = []): Matches {
    return this.#matches({ bool: { filter: filters } });
  }

  only(hits: readonly ListedRow[]): Matches {
    return this.#matches({ terms: { row: hits.map(({ number }) => number) } });
  }

  #matches(query: JsonObject): Matches {
    return new ClusterMatches(this.#index, query, this.#record);
  }

  async find(
    { terms }: ParsedQuery,
    query: EncodedQuery,
    filters: readonly JsonObject[] | undefined,
    { limit }: Wanted,
  ): Promise<Retrieved<ClusterRows>> {
    const wanted = Math.max(CLUSTER_CANDIDATES, limit);
    // The best rows of the whole index scale the scores, whatever is wanted.
    const scaling = filters ? CLUSTER_CANDIDATES : wanted;
    const { concept } = query;
    const [ofIndex, ofKept] = await Promise.all([
      this.#index.find(terms, concept !== null, [], scaling),
      filters && this.#index.find(terms, concept !== null, filters, wanted),
    ]);
    const meaning = concept && {
      concept,
      related: once(() => relatedWords(this.#opened, query.projected.concept!)),
    };
    const choosing = this.#choose(ofIndex, terms, meaning, [], CLUSTER_CANDIDATES);
    const isMore = filters !== undefined || wanted > CLUSTER_CANDIDATES;
    const [scale, found] = await Promise.all([
      choosing,
      isMore ? this.#choose(ofKept ?? ofIndex, terms, meaning, filters ?? [], wanted) : choosing,
    ]);
    const { matched, passing } = ofKept ?? ofIndex;
    return {
      scale,
      found,
      matched: filters ? matched : scale.matched,
      passing,
      matches: () =>
        matched < CANDIDATES
          ? this.#matches({ terms: { row: found.matching } })
          : this.#matches(this.#index.wordQuery(terms, filters ?? [])),
    };
  }

  /**
   * Rows found by words; if they are few, the nearest rows too.
   * @param wanted candidates at most
   */
  async #choose(
    { lexical, matched, passing }: FoundRows,
    terms: readonly ResolvedTerm[],
    meaning: Meaning | null,
    filters: readonly JsonObject[],
    wanted: number,
  ): Promise<ClusterRows> {
    const isFiltered = filters.length > 0;
    const best = lexical.slice(0, wanted);
    const isFew = matched < CANDIDATES;
    const known = new Set(lexical.map(({ row }) => row));
    const inWords = this.#index.wordQuery(terms, filters);
    const findNear = async ({ concept, related }: Meaning) => {
      const isMany = (isFiltered ? passing : this.rowCount) > ALL_COMPARED;
      const words = isMany ? await related() : undefined;
      return this.#index.nearest(concept, filters, words, CANDIDATES);
    };
    const [nearest, others] = await Promise.all([
      isFew && meaning ? findNear(meaning) : [],
      isFew && matched > lexical.length
        ? this.#index.sorted(inWords, undefined, false, CANDIDATES)
        : [],
    ]);
    for (const { row } of others) known.add(row);
    // Without filters, a row must be related to the query.
    const least = isFiltered ? Number.NEGATIVE_INFINITY : MIN_COSINE;
    const likely = nearest
      .filter(({ row, cosine }) => !known.has(row) && cosine > least - COSINE_NOISE)
      .slice(0, Math.max(0, CANDIDATES - known.size));
    const numbers = likely.slice(0, Math.max(0, wanted - best.length)).map(({ row }) => row);
    const added = await this.#index.payloads(numbers);
    const width = paddedWidth(this.model.dimensions);
    const read = [...best, ...added].map(({ row, payload }) => ({
      row,
      payload: readPayload(payload, width),
    }));
    const cosines = new Map(
      meaning && read.map(({ row, payload }) => [row, cosineOf(payload, meaning.concept)]),
    );
    // A row without a known word has no direction, and any on the cluster.
    const near = likely
      .map(({ row, cosine }) => ({ row, cosine: cosines.get(row) ?? cosine }))
      .filter(({ cosine }) => cosine > least);
    const related = near.filter(({ cosine }) => cosine > MIN_COSINE).length;
    const kept = new Set([...known, ...near.map(({ row }) => row)]);
    const rows = read.filter(({ row }) => kept.has(row)).toSorted((a, b) => a.row - b.row);
    const payloads = rows.map(({ payload }) => payload);
    return {
      ...this.#candidates(payloads, terms),
      matched: matched + related,
      matching: isFew ? [...kept] : [],
      payloads,
      numberOf: ({ row }) => rows[row]!.row,
    };
  }

  /** BM25F impact of each term in a row, in the steps that segments store. */
  #impactsOf({ terms: bytes }: RowPayload, terms: readonly number[]): number[] {
    const { modelTerms } = this.#numbers;
    const row = { bytes, offsets: Uint32Array.of(0, bytes.length), modelTerms };
    this.#impacts.addRow(decodeRow(row, 0), 0);
    const steps = terms.map((term) => {
      const share = this.#impacts.impact(term) / MAX_IMPACT;
      return share > 0 ? Math.max(1, Math.round(share * IMPACT_STEPS)) : 0;
    });
    this.#impacts.clear();
    return steps;
  }

  /** Rows with their BM25F scores. */
  #candidates(payloads: readonly RowPayload[], terms: readonly ResolvedTerm[]): Candidates {
    const numbers = terms.map((term) => term.numbers[0]!);
    const { weights, unit } = wholeWeights(terms);
    const lexical = Float64Array.from(payloads, (payload) => {
      const steps = this.#impactsOf(payload, numbers);
      return unit * steps.reduce((sum, step, i) => sum + weights[i]! * step, 0);
    });
    return {
      ...NO_CANDIDATES,
      count: payloads.length,
      rows: Uint32Array.from(payloads.keys()),
      starts: Uint32Array.of(0, payloads.length),
      lexical,
      lowest: Math.min(...lexical.filter((score) => score > 0)),
    };
  }

  async collect(hits: readonly ListedRow[]): Promise<ClusterRows> {
    const numbers = hits.map(({ number }) => number);
    const read = await this.#index.payloads(numbers);
    const byRow = new Map(read.map(({ row, payload }) => [row, payload]));
    const width = paddedWidth(this.model.dimensions);
    const payloads = numbers.map((row) => readPayload(byRow.get(row)!, width));
    return { ...NO_CANDIDATES, payloads, matching: [] };
  }

  /** Scales of a text are not kept: they would hold the payloads of all candidates. */
  scaleOf(): TextScale {
    return { keep() {} };
  }

  /** Candidates come with all that ranking reads. */
  async read(): Promise<void> {}

  place(found: ClusterRows): RowLease {
    const placed = this.#placed;
    if (this.#inPlace !== found) placed.place([found.payloads]);
    this.#inPlace = found;
    return this.#lender.lend({
      parts: placed.parts,
      rowTerms: placed.rowTerms,
      impactOf: ({ row }, term) => this.#impactsOf(found.payloads[row]!, [term])[0]!,
    });
  }

  async cells(rows: readonly number[], columns: readonly number[]): Promise<string[][]> {
    const cells = await this.#index.cells([...new Set(rows)]);
    return rows.map((row) => columns.map((column) => cells.get(row)![column]!));
  }

  async readExplanations(): Promise<void> {
    const { allProjections, surfaces } = this.#opened.parts;
    await Promise.all([this.model.vocabulary.all(), allProjections(), surfaces()]);
  }
}
