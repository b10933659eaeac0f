import { hidesFirstHalf } from '../concept/held-out.ts';
import { foldIn } from '../concept/model.ts';
import { PairReader } from '../concept/pairs.ts';
import { addRow } from '../concept/quantize.ts';
import { searchedColumns } from '../concept/sample.ts';
import type { AnalyzedQuery } from '../query/analyze-query.ts';
import type { IndexState } from '../query/index-state.ts';
import type { PartialRow } from '../query/signals.ts';
import { K1 } from '../ranking-constants.ts';
import { NO_TERM } from '../segment/format.ts';
import { forEachToken } from '../segment/forward-rows.ts';

/** A document split into halves: a part of the hidden half is the query for its kept half. */
export interface HalfDocument {
  readonly segment: number;
  readonly row: number;
  readonly query: AnalyzedQuery;
  /** BM25F impact of each query term in the kept half. */
  readonly impacts: Float64Array;
  /** The kept half, without its lexical score, which depends on the query. */
  readonly kept: Omit<PartialRow, 'lexical'>;
}

/** Distinct terms of a query, as in people's queries. */
const QUERY_TERMS = 8;

/** Segment and row of a row that is numbered over all segments; null beyond the last row. */
function locate(state: IndexState, number: number) {
  let row = number;
  for (const [segment, { facts }] of state.segments.entries()) {
    if (row < facts.rowCount) return { segment, row };
    row -= facts.rowCount;
  }
  return null;
}

/** The first terms of a hidden half, at most QUERY_TERMS distinct ones. */
function firstTerms(hidden: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  const end = hidden.findIndex((term) => seen.add(term).size > QUERY_TERMS);
  return end < 0 ? hidden : hidden.slice(0, end);
}

/** A part as a query: repeated terms are damped, adjacent terms become pairs. */
function toQuery(part: readonly number[], termOf: (term: number) => string): AnalyzedQuery {
  const places = new Map<number, number>();
  const counts: number[] = [];
  const pairs = new Map<string, readonly [number, number]>();
  let previous = -1;
  for (const term of part) {
    let place = places.get(term);
    if (place === undefined) {
      place = places.size;
      places.set(term, place);
      counts.push(0);
    }
    counts[place]!++;
    if (previous >= 0 && previous !== place) pairs.set(`${previous} ${place}`, [previous, place]);
    previous = place;
  }
  return {
    terms: Array.from(places.keys(), termOf),
    weights: Float64Array.from(counts, (count) => Math.log2(1 + count)),
    pairs: [...pairs.values()],
  };
}

/**
 * Halves the documents that training held out. Every second document hides its first half and the others
 * the second half, so that titles are in queries as often as in kept halves.
 */
export async function halfDocuments(state: IndexState): Promise<HalfDocument[]> {
  const { model } = state;
  const columns = searchedColumns(model.schema);
  const documents: HalfDocument[] = [];
  const reader = new PairReader(model.pairs);
  const { parts, rowTerms } = await state.load();
  for (const [i, number] of model.heldOut.entries()) {
    const located = locate(state, number);
    if (!located) continue;
    const { segment, row } = located;
    const forward = rowTerms.forward(segment);
    const { lexicon } = parts[segment]!;
    const tokens: number[] = [];
    const fields: number[] = [];
    let field = 0;
    forEachToken(forward, row, (term) => {
      if (term < 0) field++;
      else {
        tokens.push(term);
        fields.push(field);
      }
    });
    const middle = tokens.length >> 1;
    const hideFirst = hidesFirstHalf(i);
    const from = hideFirst ? middle : 0;
    const to = hideFirst ? tokens.length : middle - 1;
    const hidden = hideFirst ? tokens.slice(0, middle) : tokens.slice(middle);
    const query = toQuery(firstTerms(hidden), (term) => lexicon.terms.term(term));
    const keptTokens = tokens.slice(from, to + 1);
    const keptFields = fields.slice(from, to + 1);
    const norms = columns.map(({ weight, b }, f) => {
      const length = keptFields.filter((x) => x === f).length;
      return weight / (1 - b + (b * length) / model.averageLengths[f]!);
    });
    const frequencies = new Map<number, number>();
    const counts = new Map<number, number>();
    reader.begin();
    keptTokens.forEach((term, i) => {
      frequencies.set(term, (frequencies.get(term) ?? 0) + norms[keptFields[i]!]!);
      const number = forward.modelTerms[term]!;
      const pair = reader.next(number);
      if (number !== NO_TERM) counts.set(number, (counts.get(number) ?? 0) + 1);
      if (pair >= 0) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    });
    const association = new Float32Array(model.associationDimensions);
    for (const [term, count] of counts) {
      if (term < model.associations.scales.length) {
        addRow(association, model.associations, term, count * model.idf[term]!);
      }
    }
    const logs = Array.from(counts, ([t, n]): [number, number] => [t, 1 + Math.log(n)]);
    documents.push({
      segment,
      row,
      kept: {
        segment,
        row,
        from,
        to,
        vector: foldIn(model, logs),
        associationNorm: Math.hypot(...association),
      },
      query,
      impacts: Float64Array.from(query.terms, (term) => {
        const frequency = frequencies.get(lexicon.terms.find(term)) ?? 0;
        return (frequency * (K1 + 1)) / (frequency + K1);
      }),
    });
  }
  return documents;
}
