import type { ConceptModel } from '../concept/model.ts';
import { CODE_BASES } from '../file/term-code.ts';
import {
  type Arrays,
  arraysAt,
  f32,
  f64,
  i8,
  i16,
  lengthOf,
  u8,
  u16,
  u32,
} from '../kernels/arena.ts';
import { createScanKernels, FIELD_END } from '../kernels/scan.ts';
import type { RowScanArrays, ScanKernels } from '../kernels/scan-kernels.ts';
import { OCCURRENCE, PAIR_EVENT, SIMILAR_PLACE } from '../kernels/structures.ts';
import { searchedColumns } from '../schema.ts';
import { NO_TERM } from '../segment/format.ts';
import type { ForwardRows, ForwardSource } from '../segment/forward-rows.ts';
import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { ModelTerms } from '../segment/model-terms.ts';
import { quantizeQuery } from '../segment/query-vector.ts';
import { MAX_PAIRS, MAX_PLACES } from '../words/analyze-query.ts';

/** The query of a scan over rows. */
export interface RowScanQuery {
  /** The query in association space; null if no term is known. */
  readonly association: Float32Array | null;
  /** Number of each query term in each segment; -1 if it does not occur. */
  readonly terms: readonly { readonly numbers: readonly number[] }[];
  /** Adjacent terms, as pairs of positions in `terms`. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Model terms of the words similar to those of the query. If there are none, no occurrences are reported. */
  readonly similar: readonly number[];
}

/** Results of a scan; entry i belongs to the i-th row. */
export interface RowScanResult {
  /** Number of terms of the row. */
  readonly lengths: Uint32Array;
  /** Sum over its terms of idf × inner product with the query, times `step`. */
  readonly nearness: Float64Array;
  readonly step: number;
  /** Share of the title's idf that the query covers. */
  readonly titleCovers: Float64Array;
  /** Three numbers for each pair found in a row: row, pair, frequency. */
  readonly pairEvents: Uint32Array;
  /** Each occurrence of a term of the query or of a similar word, row by row; see `RowScanArrays.occurrences`. */
  readonly occurrences: Uint32Array;
  /** End of each field of each row, in terms from the row's start. */
  readonly fieldEnds: Uint32Array;
}

/** Receives the results of consecutive rows of a segment, from index `first` of its list on. They are valid during the call. */
export type RowScanSink = (segment: number, first: number, findings: RowScanResult) => void;

/** Rows scanned by one kernel call. */
const BATCH_ROWS = 1_024;
/** Terms that one kernel call can process; more if a single row has more. */
const NUMBERS = 1 << 17;
/** Pairs that one kernel call can report; a single row may contain all pairs. */
const EVENTS = 1 << 16;
/** Occurrences that one kernel call can report; a single row may have more. */
const OCCURRENCES = 1 << 14;
const LANES = 16;
const PLACE = 1 << 16;
/** Maximum number of association vectors: their numbers have 16 bits. */
const MAX_VECTORS = PLACE - 1;
/**
 * Room for the rows of segments that come later: as much as the rows of the index take, and this at most. The system gives memory
 * when it is touched, but V8 collects garbage the more often, the more is reserved.
 */
const ROOM_BYTES = 32 << 20;

/** The rows of one segment. */
interface SegmentRows extends Pick<ModelTerms, 'numberOf'> {
  /** Where they are. */
  readonly memory: RowMemory;
  readonly forward: ForwardRows;
  /** `RowScanArrays.terms`: the entry of the end of a field, then one for each term. */
  readonly codes: Uint32Array;
  /** View of `codes` without the first entry. */
  readonly terms: Uint32Array;
  readonly idf: Float32Array;
}

/** Kernel memory for the rows of some segments and for the association vectors of the model, with which their terms are compared. */
class RowMemory {
  readonly segments: readonly SegmentRows[];
  readonly #longest: number;
  readonly #room: Uint8Array;
  #used = 0;
  /** Takes what comes when there is no room left. */
  #next: RowMemory | undefined;
  readonly #makeNext: (source: ForwardSource) => RowMemory;
  readonly #place: (source: ForwardSource, arrays: SegmentArrays) => SegmentRows;
  readonly #kernels: ScanKernels;
  readonly #shared: Omit<
    RowScanArrays,
    'bytes' | 'offsets' | 'terms' | 'idf' | 'titleField' | 'fields'
  >;
  readonly #fields: number;
  readonly #list: Uint32Array;
  #hasVectors = false;
  /** What the known terms were compared with. */
  #association: Float32Array | null | undefined;
  #step = 0;
  #pairs = new Uint32Array(0);

  constructor(
    model: Pick<ConceptModel, 'associations' | 'idf' | 'schema'>,
    sources: readonly ForwardSource[],
    rowCount: number,
    room?: number,
  ) {
    const { associations, idf, schema } = model;
    const { width, scales } = associations;
    const vectors = Math.min(scales.length, MAX_VECTORS);
    const longest = Math.max(OCCURRENCES, ...sources.map((source) => source.longest));
    this.#longest = longest;
    this.#fields = searchedColumns(schema).length;
    const segments = sources.map(segmentLayout);
    const { kernels, arrays } = createScanKernels({
      segments,
      list: u32(BATCH_ROWS),
      shared: {
        // One entry more, always 0, for terms without a vector.
        nearness: f32(vectors + 1),
        known: u8(vectors + 1),
        factors: f32(vectors),
        vectors: i8(vectors * paddedWidth(width)),
        query: i16(paddedWidth(width)),
        pairStarts: u32(MAX_PLACES + 1),
        pairSeconds: u32(MAX_PAIRS),
        pairCounts: u32(MAX_PAIRS),
        touched: u32(MAX_PAIRS),
        lengths: u32(BATCH_ROWS),
        sums: f64(BATCH_ROWS),
        covers: f64(BATCH_ROWS),
        events: u32(PAIR_EVENT.length * EVENTS),
        occurrences: u32(OCCURRENCE.length * longest),
        fieldEnds: u32(BATCH_ROWS * this.#fields),
        numbers: u16(Math.max(NUMBERS, longest)),
        fresh: u32(vectors + 2),
        codeBases: u32(CODE_BASES.length),
      },
      room: u8(room ?? Math.min(ROOM_BYTES, lengthOf(segments))),
    });
    this.#room = arrays.room;
    this.#makeNext = (source) => new RowMemory(model, [source], rowCount, ROOM_BYTES);
    this.#kernels = kernels;
    this.#list = arrays.list;
    this.#shared = arrays.shared;
    this.#shared.codeBases.set(CODE_BASES);
    for (let v = 0; v < vectors; v++) this.#shared.factors[v] = scales[v]! * idf[v]!;
    const hasTitle = searchedColumns(schema).some(({ kind }) => kind === 'title');
    const weigh = hasTitle ? titleWeights(idf, rowCount) : () => {};
    this.#place = (source, own) => ({ memory: this, ...placeRows(source, own, vectors, weigh) });
    this.segments = sources.map((source, s) => this.#place(source, arrays.segments[s]!));
  }

  /** Makes room for the rows of a segment. */
  add(source: ForwardSource): SegmentRows {
    const own = (this.#next ?? this).#addHere(source);
    if (own) return own;
    this.#next = this.#makeNext(source);
    return this.#next.segments[0]!;
  }

  /** Undefined if there is not enough room. */
  #addHere(source: ForwardSource): SegmentRows | undefined {
    const layout = segmentLayout(source);
    const used = this.#used + lengthOf(layout);
    if (source.longest > this.#longest || used > this.#room.length) return undefined;
    const arrays = arraysAt(this.#room.buffer, layout, this.#room.byteOffset + this.#used);
    this.#used = used;
    return this.#place(source, arrays);
  }

  /** Takes over the association vectors of the model, which must be in memory, once. */
  setVectors({ width, values }: ConceptModel['associations']): void {
    if (this.#hasVectors) return;
    const { vectors, factors, query } = this.#shared;
    for (let v = 0; v < factors.length; v++) {
      vectors.set(values.subarray(v * width, (v + 1) * width), v * query.length);
    }
    this.#hasVectors = true;
  }

  /**
   * Takes a query over. Terms that were met when rows were scanned for it before are not compared again.
   * @param before has scanned rows for it
   */
  prepare({ association, terms, pairs }: RowScanQuery, before: RowMemory | undefined): void {
    this.#setPairs(terms.length, pairs);
    if (association === this.#association) return;
    this.#association = association;
    const { nearness, known, query } = this.#shared;
    if (before) {
      known.set(before.#shared.known);
      nearness.set(before.#shared.nearness);
    } else {
      known.fill(association ? 0 : 1);
      known[known.length - 1] = 1;
      if (!association) nearness.fill(0);
    }
    if (association) {
      const padded = new Float32Array(query.length);
      padded.set(association);
      const { steps, step } = quantizeQuery(padded);
      query.set(steps);
      this.#step = step;
    }
  }

  /** Sorts the pairs by their first term and remembers their original order. */
  #setPairs(places: number, pairs: RowScanQuery['pairs']): void {
    const { pairStarts, pairSeconds } = this.#shared;
    pairStarts.fill(0, 0, places + 1);
    for (const [a] of pairs) pairStarts[a + 1]!++;
    for (let i = 0; i < places; i++) pairStarts[i + 1]! += pairStarts[i]!;
    const next = pairStarts.slice(0, places);
    this.#pairs = new Uint32Array(pairs.length);
    pairs.forEach(([a, b], p) => {
      const at = next[a]!++;
      pairSeconds[at] = b + 1;
      this.#pairs[at] = p;
    });
  }

  /** Scans rows of a segment, of which the terms of the query have their places. */
  scan(
    { forward, codes, idf }: SegmentRows,
    rows: Uint32Array,
    titleField: number,
    hasSimilar: boolean,
    sink: (first: number, found: RowScanResult) => void,
  ): void {
    const arrays: RowScanArrays = {
      ...this.#shared,
      bytes: forward.bytes,
      offsets: forward.offsets,
      terms: codes,
      idf,
      titleField,
      fields: this.#fields,
      occurrences: this.#shared.occurrences.subarray(0, hasSimilar ? undefined : 0),
    };
    for (let first = 0; first < rows.length; ) {
      const batch = rows.subarray(first, first + BATCH_ROWS);
      this.#list.set(batch);
      const done = this.#kernels.scanRows(arrays, this.#list.subarray(0, batch.length));
      const pairEvents = arrays.events.subarray(0, PAIR_EVENT.length * done.events);
      for (let e = 1; e < pairEvents.length; e += 3) pairEvents[e] = this.#pairs[pairEvents[e]!]!;
      sink(first, {
        lengths: arrays.lengths.subarray(0, done.rows),
        nearness: arrays.sums.subarray(0, done.rows),
        step: this.#step,
        titleCovers: arrays.covers.subarray(0, done.rows),
        pairEvents,
        occurrences: arrays.occurrences.subarray(0, OCCURRENCE.length * done.occurrences),
        fieldEnds: arrays.fieldEnds,
      });
      first += done.rows;
    }
  }

  /** Nearness of terms with this vector to the query of the last scan, 0 if that has met none. */
  nearnessOf(vector: number): number {
    const { nearness, known } = this.#shared;
    return known[vector] === 1 ? nearness[vector]! * this.#step : 0;
  }
}

/** Gives the query's terms and similar words places of their own in a segment. Returns their numbers. */
function mark(
  { terms, numberOf }: SegmentRows,
  segment: number,
  { terms: asked, similar }: RowScanQuery,
): readonly number[] {
  const marked: number[] = [];
  const give = (number: number, place: number) => {
    if (number < 0) return;
    terms[number]! += place * PLACE;
    marked.push(number);
  };
  for (const [i, { numbers }] of asked.entries()) give(numbers[segment]!, i + 1);
  for (const [i, term] of similar.entries()) give(numberOf(term), SIMILAR_PLACE + i);
  return marked;
}

/**
 * The terms of all rows of an index. One scan over a row's terms gives its association cosine, its pairs and the share of its
 * title that the query covers. Each term is compared with the query once, at its first occurrence.
 */
export class RowTerms {
  readonly #segments: readonly SegmentRows[];

  private constructor(segments: readonly SegmentRows[]) {
    this.#segments = segments;
  }

  /**
   * Makes room for the rows of segments in one memory. They and the association vectors come into it later.
   * @param rowCount rows of the whole index, which may be elsewhere
   */
  static of(...room: ConstructorParameters<typeof RowMemory>): RowTerms {
    return new RowTerms(new RowMemory(...room).segments);
  }

  /** Makes room for the rows of another segment, in the same memory as long as it has room. */
  added(source: ForwardSource): RowTerms {
    return new RowTerms([this.#segments[0]!.memory.add(source)]);
  }

  /** The segments of several, each in its memory. */
  static joined(all: readonly RowTerms[]): RowTerms {
    return new RowTerms(all.flatMap((one) => one.#segments));
  }

  /** Takes over the association vectors of the model, which must be in memory. */
  setVectors(vectors: ConceptModel['associations']): void {
    for (const { memory } of this.#segments) memory.setVectors(vectors);
  }

  /** The rows of a segment. */
  forward(segment: number): ForwardRows {
    return this.#segments[segment]!.forward;
  }

  /**
   * Scans rows for a query, segment by segment. Costs nothing in segments of which no row is wanted, nor in a memory that has only such.
   * @param rows of each segment
   * @param titleField index of the title among the fields, or -1
   */
  scan(
    question: RowScanQuery,
    rows: readonly Uint32Array[],
    titleField: number,
    sink: RowScanSink,
  ): void {
    const hasSimilar = question.similar.length > 0;
    let before: RowMemory | undefined;
    for (const [s, own] of rows.entries()) {
      if (own.length === 0) continue;
      const segment = this.#segments[s]!;
      const { memory, terms } = segment;
      if (memory !== before) memory.prepare(question, before);
      before = memory;
      const marked = mark(segment, s, question);
      try {
        memory.scan(segment, own, titleField, hasSimilar, (first, found) => sink(s, first, found));
      } finally {
        for (const number of marked) terms[number]! &= PLACE - 1;
      }
    }
  }

  /** Nearness of a segment's term to the query of the last scan, 0 if that has not read the term. */
  nearnessOf(segment: number, term: number): number {
    const { memory, terms } = this.#segments[segment]!;
    return memory.nearnessOf(terms[term]! & (PLACE - 1));
  }
}

const paddedWidth = (width: number) => Math.max(1, Math.ceil(width / LANES)) * LANES;

/** Memory for the rows of a segment. */
const segmentLayout = ({ bytes, rows, modelTerms }: ForwardSource) => ({
  bytes: u8(bytes),
  offsets: u32(rows + 1),
  codes: u32(modelTerms.length + 1),
  idf: f32(modelTerms.length),
});

type SegmentArrays = Arrays<ReturnType<typeof segmentLayout>>;

/** Prepares the memory of a segment for its rows. */
function placeRows(
  source: ForwardSource,
  { bytes, offsets, codes, idf }: SegmentArrays,
  vectors: number,
  weigh: (modelTerms: Uint32Array, weights: Float32Array) => void,
): Omit<SegmentRows, 'memory'> {
  const { modelTerms } = source;
  const terms = codes.subarray(1);
  const associationNorms = new Float32Array(source.rows);
  codes[0] = FIELD_END;
  for (let t = 0; t < terms.length; t++) {
    const number = modelTerms[t]!;
    terms[t] = Math.min(number, vectors);
  }
  weigh(modelTerms, idf);
  return {
    forward: { modelTerms, associationNorms, bytes, offsets },
    codes,
    terms,
    idf,
    numberOf: source.numberOf,
  };
}

/**
 * Weighs the terms of titles by the model's sample, which every part of an index has, wherever its rows are. A term that the
 * model does not know counts as one of a single row.
 */
function titleWeights(modelIdf: Float32Array, rowCount: number) {
  const ofUnknown = inverseDocumentFrequency(rowCount, 1);
  // `modelIdf` is the logarithm of an inverse share of rows.
  const idf = modelIdf.map((one) => inverseDocumentFrequency(rowCount, rowCount * Math.exp(-one)));
  return (modelTerms: Uint32Array, weights: Float32Array) => {
    for (let t = 0; t < modelTerms.length; t++) {
      const term = modelTerms[t]!;
      weights[t] = term === NO_TERM ? ofUnknown : idf[term]!;
    }
  };
}
