import type { ConceptModel } from '../concept/model.ts';
import { dotRow } from '../concept/quantize.ts';
import { searchedColumns } from '../concept/sample.ts';
import { NO_TERM } from '../segment/format.ts';
import type { ForwardRows, Lexicon } from '../segment/open.ts';
import type { AnalyzedQuery } from './analyze-query.ts';
import type { ResolvedTerm } from './candidates.ts';
import { inverseDocumentFrequency } from './lexical.ts';

/** Calls `each` for every term of a row in order; -1 ends each field. */
export function forEachToken(
  forward: ForwardRows,
  row: number,
  each: (term: number) => void,
): void {
  const { bytes, offsets } = forward;
  const end = offsets[row + 1]!;
  let at = offsets[row]!;
  while (at < end) {
    let value = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    each(value - 1);
  }
}

/** Nearness of a segment's terms to a query in association space, computed when first needed. */
export class TermNearness {
  readonly #model: ConceptModel;
  readonly #modelTerms: Uint32Array;
  readonly #query: Float32Array | null;
  readonly #cache: Float32Array;

  constructor(model: ConceptModel, forward: ForwardRows, query: Float32Array | null) {
    this.#model = model;
    this.#modelTerms = forward.modelTerms;
    this.#query = query;
    this.#cache = new Float32Array(query ? forward.modelTerms.length : 0).fill(Number.NaN);
  }

  /** idf × inner product of the term's association vector with the query's. */
  of(term: number): number {
    if (!this.#query) return 0;
    let value = this.#cache[term]!;
    if (Number.isNaN(value)) {
      const number = this.#modelTerms[term]!;
      const { associations, idf } = this.#model;
      const known = number !== NO_TERM && number < associations.scales.length;
      // Rounded as the cache rounds, or the first row asked about would differ from its equals.
      value = known ? Math.fround(idf[number]! * dotRow(this.#query, associations, number)) : 0;
      this.#cache[term] = value;
    }
    return value;
  }
}

/** What one pass over the terms of a row finds out. */
export interface RowScan {
  /** Terms of the row. */
  length: number;
  /** Sum of the terms' nearness to the query. */
  nearness: number;
  /** Share of the title's idf that the query names. */
  titleCover: number;
  /** Occurrences of each query pair. */
  readonly pairs: Uint16Array;
}

/** Scans rows of one segment for one query. */
export class RowScanner {
  readonly #forward: ForwardRows;
  readonly #lexicon: Lexicon;
  readonly #rowCount: number;
  readonly #nearness: TermNearness;
  /** Place of each segment term in the query, plus one. */
  readonly #places: Uint16Array;
  readonly #pairs: Map<number, number>;
  readonly #termCount: number;
  readonly #pairCount: number;
  readonly #titleField: number;

  constructor(
    model: ConceptModel,
    segment: { forward: ForwardRows; lexicon: Lexicon; rowCount: number; number: number },
    query: AnalyzedQuery,
    terms: readonly ResolvedTerm[],
    association: Float32Array | null,
  ) {
    this.#forward = segment.forward;
    this.#lexicon = segment.lexicon;
    this.#rowCount = segment.rowCount;
    this.#nearness = new TermNearness(model, segment.forward, association);
    this.#places = new Uint16Array(segment.lexicon.terms.size);
    terms.forEach((term, i) => {
      const number = term.numbers[segment.number]!;
      if (number >= 0) this.#places[number] = i + 1;
    });
    this.#termCount = terms.length;
    this.#pairCount = query.pairs.length;
    this.#pairs = new Map(query.pairs.map(([a, b], p) => [a * terms.length + b, p]));
    this.#titleField = searchedColumns(model.schema).findIndex((c) => c.kind === 'title');
  }

  /** Scans the terms `from` (inclusive) to `to` of a row, fields not counted. */
  scan(row: number, from = 0, to = Number.POSITIVE_INFINITY): RowScan {
    const out: RowScan = {
      length: 0,
      nearness: 0,
      titleCover: 0,
      pairs: new Uint16Array(this.#pairCount),
    };
    let previous = 0;
    let field = 0;
    let at = 0;
    let titleTotal = 0;
    let titleMatched = 0;
    forEachToken(this.#forward, row, (term) => {
      if (term < 0) {
        field++;
        previous = 0;
        return;
      }
      if (at++ < from || at > to) return;
      out.length++;
      out.nearness += this.#nearness.of(term);
      const place = this.#places[term]!;
      if (field === this.#titleField) {
        const idf = inverseDocumentFrequency(this.#rowCount, this.#lexicon.df[term]!);
        titleTotal += idf;
        if (place > 0) titleMatched += idf;
      }
      if (previous > 0 && place > 0) {
        const pair = this.#pairs.get((previous - 1) * this.#termCount + place - 1);
        if (pair !== undefined) out.pairs[pair]!++;
      }
      previous = place;
    });
    if (titleTotal > 0) out.titleCover = titleMatched / titleTotal;
    return out;
  }
}
