import type { ConceptModel } from '../concept/model.ts';
import { type QuantizedRows, rowLengths } from '../concept/quantize.ts';
import { RowEncoder } from '../concept/row-encoder.ts';
import type { TermRows } from '../concept/term-rows.ts';
import { ROW_STEPS } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import { VectorWriter } from './vector-writer.ts';

/** Rows of a segment as term numbers. */
export interface Forward extends TermRows {
  readonly terms: readonly string[];
  readonly rows: number;
}

/** Rows in the spaces of a model. */
export interface ProjectedRows {
  /** Model term of each segment term, or NO_TERM. */
  readonly modelTerms: Uint32Array;
  /** Concept vectors, rotated. */
  readonly vectors: QuantizedRows;
  /** Norms of association vectors. */
  readonly norms: Float32Array;
}

/** Projects all rows into concept and association space. */
export function projectRows(
  forward: Forward,
  model: ConceptModel,
  fields: readonly SchemaColumn[],
  threads: number,
): ProjectedRows {
  // The number of a term that the model does not know becomes NO_TERM.
  const modelTerms = Uint32Array.from(forward.terms, (term) => model.vocabulary.find(term));
  const vectors = new VectorWriter(model.dimensions, forward.rows, ROW_STEPS);
  const norms = new Float32Array(forward.rows);
  let measured = 0;
  const to = {
    concepts: (rows: Float32Array) => vectors.add(rows),
    associations: (sums: Float32Array, count: number) => {
      norms.set(rowLengths(sums, model.associationDimensions, count), measured);
      measured += count;
    },
  };
  const encoder = new RowEncoder(model, fields, threads, to, modelTerms);
  for (let r = 0; r < forward.rows; r++) encoder.addRow(forward, r);
  encoder.finish();
  return { modelTerms, vectors: vectors.finish(), norms };
}
