import type { ConceptModel } from '../concept/model.ts';
import { hasContent, searchedColumns } from '../concept/sample.ts';
import type { RejectedRow, RowEvent } from '../csv/read.ts';
import { writeContainer } from '../file/container.ts';
import { GrowableU32 } from '../file/growable.ts';
import { termSections } from '../file/term-table.ts';
import type { IndexSchema } from '../schema.ts';
import { FilterColumnWriter } from './filter-column.ts';
import { type Forward, vectorSections } from './fold-rows.ts';
import { IMPACT_STEPS, K1, MAX_IMPACT, type SegmentFacts } from './format.ts';
import { forwardSections } from './forward-rows.ts';
import { type Postings, postingSections } from './posting-lists.ts';
import { RowStoreWriter } from './row-store.ts';

/** A finished segment. `rejects` lists the rows left out with line and reason. */
export interface BuiltSegment {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
  readonly rejects: readonly RejectedRow[];
}

const NO_TEXT = 'The row has no text in the index column and no title.';

/** Calls `each` once for every distinct term of a row with its frequency in each field. */
function forEachTerm(
  forward: Forward,
  row: number,
  scratch: { frequency: Float64Array; total: Uint32Array; touched: number[] },
  norms: Float64Array,
  each: (term: number, frequency: number, total: number) => void,
): void {
  const { tokens, ends, fields } = forward;
  let start = row === 0 ? 0 : ends[row * fields - 1]!;
  for (let f = 0; f < fields; f++) {
    const end = ends[row * fields + f]!;
    for (let i = start; i < end; i++) {
      const term = tokens[i]!;
      if (scratch.total[term]!++ === 0) scratch.touched.push(term);
      scratch.frequency[term]! += norms[f]!;
    }
    start = end;
  }
  for (const term of scratch.touched) {
    each(term, scratch.frequency[term]!, scratch.total[term]!);
    scratch.frequency[term] = 0;
    scratch.total[term] = 0;
  }
  scratch.touched.length = 0;
}

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004): frequencies of all fields, each divided by its own
 * length norm and weighted, saturate together. What does not depend on the query is stored as an
 * eight-bit impact.
 */
function invert(forward: Forward, model: ConceptModel, schema: IndexSchema): Postings {
  const { rows, fields, ends, terms } = forward;
  const columns = searchedColumns(schema);
  const scratch = {
    frequency: new Float64Array(terms.length),
    total: new Uint32Array(terms.length),
    touched: [] as number[],
  };
  const df = new Uint32Array(terms.length);
  const repeated = new Uint32Array(terms.length);
  const norms = new Float64Array(fields);
  for (let r = 0; r < rows; r++) {
    forEachTerm(forward, r, scratch, norms, (term, _, total) => {
      df[term]!++;
      if (total >= 2) repeated[term]!++;
    });
  }
  const starts = new Uint32Array(terms.length + 1);
  for (let t = 0; t < terms.length; t++) starts[t + 1] = starts[t]! + df[t]!;
  const fill = starts.slice();
  const postingRows = new Uint32Array(starts[terms.length]!);
  const impacts = new Uint8Array(starts[terms.length]!);
  for (let r = 0; r < rows; r++) {
    let start = r === 0 ? 0 : ends[r * fields - 1]!;
    for (let f = 0; f < fields; f++) {
      const end = ends[r * fields + f]!;
      const { weight, b } = columns[f]!;
      norms[f] = weight / (1 - b + (b * (end - start)) / model.averageLengths[f]!);
      start = end;
    }
    forEachTerm(forward, r, scratch, norms, (term, frequency) => {
      const impact = (frequency * (K1 + 1)) / (frequency + K1);
      const at = fill[term]!++;
      postingRows[at] = r;
      impacts[at] = Math.max(1, Math.round((impact / MAX_IMPACT) * IMPACT_STEPS));
    });
  }
  return { df, repeated, starts, rows: postingRows, impacts };
}

/** Renumbers terms by falling frequency: short varints for common terms. */
function renumber(terms: readonly string[], tokens: Uint32Array): string[] {
  const counts = new Uint32Array(terms.length);
  for (const token of tokens) counts[token]!++;
  const order = Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]! || a - b);
  const number = new Uint32Array(terms.length);
  order.forEach((old, fresh) => {
    number[old] = fresh;
  });
  for (let i = 0; i < tokens.length; i++) tokens[i] = number[tokens[i]!]!;
  return order.map((old) => terms[old]!);
}

/**
 * Builds one immutable segment from the rows of a range. The same rows and model give the same
 * bytes, so a repeated step overwrites its own output.
 */
export async function buildSegment(
  rows: AsyncIterable<RowEvent> | Iterable<RowEvent>,
  model: ConceptModel,
  schema: IndexSchema,
): Promise<BuiltSegment> {
  const columns = searchedColumns(schema);
  const stored = schema.columns.filter((column) => column.role !== 'ignore');
  const filters = stored.map((column) => new FilterColumnWriter(column));
  const store = new RowStoreWriter();
  const rejects: RejectedRow[] = [];
  const numbers = new Map<string, number>();
  const found: string[] = [];
  const tokens = new GrowableU32();
  const ends = new GrowableU32();
  let rowCount = 0;
  const addTerm = (term: string) => {
    let number = numbers.get(term);
    if (number === undefined) {
      number = found.length;
      numbers.set(term, number);
      found.push(term);
    }
    tokens.push(number);
  };
  for await (const row of rows) {
    if (!('cells' in row)) {
      rejects.push(row);
    } else if (!hasContent(schema, row.cells)) {
      rejects.push({ line: row.line, reason: NO_TEXT });
    } else {
      rowCount++;
      const cell = (position: number) => row.cells[position] ?? '';
      for (const column of columns) {
        model.analyzer.terms(cell(column.position), addTerm);
        ends.push(tokens.length);
      }
      store.add(stored.map((column) => cell(column.position)));
      stored.forEach((column, i) => {
        filters[i]!.add(cell(column.position));
      });
    }
  }
  const terms = renumber(found, tokens.view());
  const forward: Forward = {
    terms,
    tokens: tokens.view(),
    ends: ends.view(),
    rows: rowCount,
    fields: columns.length,
  };
  const postings = invert(forward, model, schema);
  const facts: SegmentFacts = {
    rowCount,
    rejectCount: rejects.length,
    termCount: terms.length,
    postingCount: postings.rows.length,
    repeatedCount: postings.repeated.reduce((sum, count) => sum + count, 0),
  };
  const bytes = writeContainer('segment', [
    { name: 'facts', bytes: new TextEncoder().encode(JSON.stringify(facts)) },
    ...termSections(terms),
    ...postingSections(postings),
    ...forwardSections(forward),
    ...vectorSections(
      forward,
      model,
      columns.map((column) => column.kind === 'title'),
    ),
    ...filters.flatMap((filter) => filter.sections()),
    ...store.sections(),
  ]);
  return { bytes, rowCount, rejects };
}
