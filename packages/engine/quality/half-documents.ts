import { hidesFirstHalf } from '../concept/held-out.ts';
import type { ConceptModel } from '../concept/model.ts';
import { rowLengths } from '../concept/quantize.ts';
import { RowEncoder } from '../concept/row-encoder.ts';
import type { IndexState } from '../opening/index-state.ts';
import { RERANKED, ROW_STEPS } from '../ranking-constants.ts';
import { searchedColumns } from '../schema.ts';
import type { RowPayload } from '../search/placed-rows.ts';
import { type DecodedRow, decodeRow, encodeRows } from '../segment/forward-rows.ts';
import { RowImpacts } from '../segment/row-impacts.ts';
import { firstRows, locate } from '../segment/row-numbers.ts';
import { VectorWriter } from '../segment/vector-writer.ts';
import type { AnalyzedQuery } from '../words/analyze-query.ts';

/** A document split into halves: a part of the hidden half is the query for its kept half. */
export interface HalfDocument {
  readonly segment: number;
  readonly row: number;
  readonly query: AnalyzedQuery;
  /** BM25F impact of each query term in the kept half. */
  readonly impacts: Float64Array;
  /** The kept half, as a row of the segment. */
  readonly payload: RowPayload;
}

/** Budget of terms that the searches for halves read: about a fifth of a second for a build of any size. */
const SCANNED_TERMS = 4_000_000;
const MIN_HALVES = 96;

/** Number of held-out documents that are halved: fewer if rows are long. */
function affordableHalves({ averageLengths }: Pick<ConceptModel, 'averageLengths'>): number {
  const rowLength = averageLengths.reduce((sum, length) => sum + length, 0);
  return Math.max(MIN_HALVES, Math.floor(SCANNED_TERMS / (RERANKED * rowLength)));
}

/** Distinct terms of a query, as in people's queries. */
const QUERY_TERMS = 8;

/** The first terms of a hidden half, at most QUERY_TERMS distinct ones. */
function firstTerms(hidden: Uint32Array): Uint32Array {
  const seen = new Set<number>();
  const end = hidden.findIndex((term) => seen.add(term).size > QUERY_TERMS);
  return end < 0 ? hidden : hidden.subarray(0, end);
}

/** A part as a query: repeated terms are damped, adjacent terms become pairs. */
function toQuery(part: Uint32Array, termOf: (term: number) => string): AnalyzedQuery {
  const places = new Map<number, number>();
  const counts: number[] = [];
  const pairs = new Map<string, readonly [number, number]>();
  let previous = -1;
  for (const term of part) {
    let position = places.get(term);
    if (position === undefined) {
      position = places.size;
      places.set(term, position);
      counts.push(0);
    }
    counts[position]!++;
    if (previous >= 0 && previous !== position)
      pairs.set(`${previous} ${position}`, [previous, position]);
    previous = position;
  }
  return {
    terms: Array.from(places.keys(), termOf),
    weights: Float64Array.from(counts, (count) => Math.log2(1 + count)),
    pairs: [...pairs.values()],
  };
}

/** The tokens of a row from `from` to `to` (exclusive) as a row of its own. */
function cutRow(row: DecodedRow, from: number, to: number): DecodedRow {
  return {
    fieldCount: row.fieldCount,
    tokens: row.tokens.subarray(from, to),
    modelTokens: row.modelTokens.subarray(from, to),
    ends: row.ends.map((end) => Math.max(from, Math.min(to, end)) - from),
  };
}

/**
 * Halves the documents that training held out. Every second document hides its first half and the others
 * the second half, so that titles are in queries as often as in kept halves.
 */
export async function halfDocuments(state: IndexState): Promise<HalfDocument[]> {
  const { model } = state;
  const fields = searchedColumns(model.schema);
  const { parts, rowTerms } = await state.load();
  const heldOut = model.heldOut.slice(0, affordableHalves(model));
  const vectors = new VectorWriter(model.dimensions, heldOut.length, ROW_STEPS);
  const associationNorms: number[] = [];
  const firsts = firstRows(state.segments);
  const encoder = new RowEncoder(model, fields, 1, {
    concepts: (rows) => vectors.add(rows),
    associations: (sums, count) =>
      associationNorms.push(...rowLengths(sums, model.associationDimensions, count)),
  });
  const rowImpacts = parts.map(
    ({ facts }) => new RowImpacts(fields, model.averageLengths, facts.termCount),
  );
  const halves = heldOut.flatMap((number, i) => {
    if (number >= state.rowCount) return [];
    const { segment, row } = locate(firsts, number);
    const whole = decodeRow(rowTerms.forward(segment), row);
    const { length } = whole.tokens;
    const middle = length >> 1;
    const [hidden, from, to] = hidesFirstHalf(i)
      ? [whole.tokens.subarray(0, middle), middle, length]
      : [whole.tokens.subarray(middle), 0, middle];
    const kept = cutRow(whole, from, to);
    encoder.addRow({ ...kept, tokens: kept.modelTokens }, 0);
    const { terms } = parts[segment]!.lexicon;
    const query = toQuery(firstTerms(hidden), (term) => terms.term(term));
    const impacts = rowImpacts[segment]!;
    impacts.addRow(kept, 0);
    const asked = Float64Array.from(query.terms, (term) => impacts.impact(terms.find(term)));
    impacts.clear();
    const { bytes } = encodeRows({ ...kept, rows: 1 });
    return [{ segment, row, query, impacts: asked, bytes }];
  });
  encoder.finish();
  const { width, values, scales } = vectors.finish();
  return halves.map(({ bytes, ...half }, i) => ({
    ...half,
    payload: {
      scale: scales[i]!,
      norm: associationNorms[i]!,
      vector: values.subarray(i * width, (i + 1) * width),
      terms: bytes,
    },
  }));
}
