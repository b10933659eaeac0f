import type { ConceptModel } from '../concept/model.ts';
import { rowLengths } from '../concept/quantize.ts';
import { RowEncoder } from '../concept/row-encoder.ts';
import type { TermRows } from '../concept/term-rows.ts';
import { bytesOf, type SectionInput } from '../file/container.ts';
import type { SchemaColumn } from '../schema.ts';
import { VectorWriter } from './vector-writer.ts';

/** Rows of a segment as term numbers. */
export interface Forward extends TermRows {
  readonly terms: readonly string[];
  readonly rows: number;
}

/** Sections with the concept vectors of all rows and the norms of their association vectors. */
export function vectorSections(
  forward: Forward,
  model: ConceptModel,
  fields: readonly SchemaColumn[],
  threads: number,
): SectionInput[] {
  // The number of a term that the model does not know becomes NO_TERM.
  const modelTerms = Uint32Array.from(forward.terms, (term) => model.vocabulary.find(term));
  const vectors = new VectorWriter(model.dimensions, forward.rows);
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
  return [
    { name: 'modelTerms', bytes: bytesOf(modelTerms), packed: true },
    ...vectors.sections(),
    { name: 'associationNorms', bytes: bytesOf(norms) },
  ];
}
