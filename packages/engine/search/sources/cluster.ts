import { crc32 } from 'node:zlib';
import {
  ALL_COMPARED,
  byNumber,
  type ClusterIndex,
  type FoundRows,
  hasWord,
  scored,
} from '../../cluster/cluster-index.ts';
import { ClusterMatches } from '../../cluster/cluster-matches.ts';
import { readWords } from '../../cluster/cluster-words.ts';
import type { JsonObject } from '../../cluster/connection.ts';
import { filterQuery } from '../../cluster/filter-query.ts';
import { relatedWords } from '../../cluster/related-words.ts';
import { TermNumbers } from '../../cluster/term-numbers.ts';
import { fold, isMissing } from '../../column-values.ts';
import type { OpenedModel } from '../../concept/model.ts';
import type { FilterTree } from '../../conditions.ts';
import { once } from '../../file/once.ts';
import type { Manifest } from '../../manifest.ts';
import {
  type Candidates,
  countBest,
  fewerCandidates,
  NO_CANDIDATES,
  wholeWeights,
} from '../../query/candidates.ts';
import { KeptScales, type TextScale } from '../../query/kept-scales.ts';
import { unitsOf } from '../../query/query-vectors.ts';
import { BESIDE, CANDIDATES, CLUSTER_CANDIDATES, MIN_COSINE } from '../../ranking-constants.ts';
import { type SchemaColumn, searchedColumns, storedColumns } from '../../schema.ts';
import { IMPACT_STEPS, MAX_IMPACT } from '../../segment/format.ts';
import { decodeRow } from '../../segment/forward-rows.ts';
import { RowImpacts } from '../../segment/row-impacts.ts';
import type { Analyzer } from '../../text/analyze.ts';
import type { ParsedQuery, ResolvedTerm, TermEntry } from '../../words/terms.ts';
import type { KnownWords } from '../../words/unknown-words.ts';
import { cosineOf, PlacedRows, type RowPayload } from '../placed-rows.ts';
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

/** Rows that the cluster gave, in the order of the index: row i of segment 0 has the i-th payload. */
interface ClusterRows extends Candidates {
  readonly payloads: readonly RowPayload[];
}

/** None of them. */
const NO_ROWS: ClusterRows = { ...NO_CANDIDATES, payloads: [] };

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
  readonly #scales = new KeptScales();
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
    return trees.map((tree) => filterQuery(tree, this.model.schema, this.#record));
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
    { concept, projected }: EncodedQuery,
    filters: readonly JsonObject[] | undefined,
    { limit, matches: needsMatches, scale: { known } }: Wanted,
  ): Promise<Retrieved<ClusterRows>> {
    const wanted = Math.max(CLUSTER_CANDIDATES, limit);
    const counted = { track_total_hits: true };
    const passes = { query: { bool: { filter: filters } }, size: 0, ...counted };
    // Of rows that only scale scores, it matters whether they are few.
    const few = { track_total_hits: CANDIDATES };
    const scaling = { query: scored(terms), size: CLUSTER_CANDIDATES, ...few };
    const [byWords, ofFilters, ofIndex] = await this.#index.find([
      { query: scored(terms, filters), size: wanted, ...counted },
      ...(filters ? [passes] : []),
      ...(filters && !known ? [scaling] : []),
    ]);
    const passing = ofFilters?.matched ?? 0;
    // Where words alone have found the best of the index, a filter needs near rows only if few with words pass.
    const best = known ? countBest(known.candidates, known.candidates) : ofIndex?.matched;
    const areFew = filters !== undefined && best! >= CLUSTER_CANDIDATES;
    const ranked = areFew ? Math.max(BESIDE, limit) : CANDIDATES;
    const related = once(() => relatedWords(this.#opened, projected.concept!));
    /** Rows found by words; if they are few, the nearest rows too, or without a known word the first that pass. */
    const fill = async (
      { rows, matched }: FoundRows,
      count: number,
      filter?: readonly JsonObject[],
    ) => {
      const most = count - matched;
      if (most <= 0 || !(concept || filter)) return { rows, matched, near: [] };
      const isMany = (filter ? passing : this.rowCount) > ALL_COMPARED;
      const words = concept && isMany ? await related() : undefined;
      const others = { filter, must_not: [hasWord(terms)] };
      const added = await this.#index.others(others, most, concept, words);
      // Without filters, a row must be related to the query.
      const near = filter
        ? added
        : added.filter(({ payload }) => cosineOf(payload, concept!) > MIN_COSINE);
      return { rows: [...rows, ...near], matched: matched + near.length, near };
    };
    const [found, ofScale] = await Promise.all([
      fill(byWords!, needsMatches ? CANDIDATES : ranked, filters),
      ofIndex && fill(ofIndex, CANDIDATES),
    ]);
    // The best rows of the whole index scale the scores, whatever is wanted.
    const scale =
      filters && known
        ? (known.candidates as ClusterRows)
        : this.#candidates(ofScale ?? found, CLUSTER_CANDIDATES, terms);
    const isScale = !filters && wanted === CLUSTER_CANDIDATES;
    const most = Math.min(wanted, Math.max(ranked, byWords!.rows.length));
    const kept = isScale ? scale : this.#candidates(found, most, terms, scale);
    // As in segments: those that are among the best of the index, and some others.
    const enough = areFew ? Math.max(ranked, countBest(kept, scale)) : kept.count;
    const having = { bool: { filter: [hasWord(terms), ...(filters ?? [])] } };
    const added = { terms: { row: found.near.map(({ row }) => row) } };
    return {
      scale,
      found: enough < kept.count ? { ...kept, ...fewerCandidates(kept, enough) } : kept,
      matched: filters ? byWords!.matched : found.matched,
      passing,
      matches: () => this.#matches({ bool: { should: [having, added] } }),
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

  /**
   * The first of some rows with their BM25F scores.
   * @param before the rows that are placed before these, whose numbers are told, too: those of the scale
   */
  #candidates(
    { rows, matched }: FoundRows,
    wanted: number,
    terms: readonly ResolvedTerm[],
    before = NO_ROWS,
  ): ClusterRows {
    const numbers = terms.map((term) => term.numbers[0]!);
    const { weights, unit } = wholeWeights(terms);
    const kept = rows.slice(0, wanted).toSorted((a, b) => a.row - b.row);
    const lexical = Float64Array.from(kept, ({ payload }) => {
      const steps = this.#impactsOf(payload, numbers);
      return unit * steps.reduce((sum, step, i) => sum + weights[i]! * step, 0);
    });
    return {
      count: kept.length,
      rows: Uint32Array.from(kept.keys(), (i) => before.count + i),
      starts: Uint32Array.of(0, kept.length),
      lexical,
      lowest: Math.min(...lexical.filter((score) => score > 0)),
      matched,
      numberOf: (at) => kept[at.row - before.count]?.row ?? before.numberOf(at),
      payloads: [...before.payloads, ...kept.map(({ payload }) => payload)],
    };
  }

  async collect(hits: readonly ListedRow[]): Promise<ClusterRows> {
    const [found] = await this.#index.find([byNumber(hits.map(({ number }) => number))]);
    const read = new Map(found!.rows.map(({ row, payload }) => [row, payload]));
    return { ...NO_ROWS, payloads: hits.map(({ number }) => read.get(number)!) };
  }

  /** They hold the payloads of their rows, half a megabyte for a text. */
  scaleOf(text: string): TextScale {
    return this.#scales.of(text, true);
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

  async values(rows: readonly number[], column: SchemaColumn): Promise<(string | undefined)[]> {
    const place = storedColumns(this.model.schema).findIndex(({ name }) => name === column.name);
    const cells = await this.cells(rows, [place]);
    return cells.map(([cell]) => {
      const value = fold(cell!);
      return isMissing(value) ? undefined : value;
    });
  }

  async readExplanations(): Promise<void> {
    const { allProjections, surfaces } = this.#opened.parts;
    await Promise.all([this.model.vocabulary.all(), allProjections(), surfaces()]);
  }
}
