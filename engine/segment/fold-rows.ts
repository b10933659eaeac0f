import type { ConceptModel } from '../concept/model.ts';
import { PairReader } from '../concept/pairs.ts';
import { normalizeRows, rowLengths } from '../concept/quantize.ts';
import { TermSums } from '../concept/term-sums.ts';
import { bytesOf, type SectionInput } from '../file/container.ts';
import { TITLE_COUNT } from '../ranking-constants.ts';
import { NO_TERM } from './format.ts';
import { VectorWriter } from './vector-writer.ts';

/** Rows of a segment as term numbers, field by field and row by row. */
export interface Forward {
  readonly terms: readonly string[];
  readonly tokens: Uint32Array;
  /** End of each field of each row in `tokens`; rows × fields entries. */
  readonly ends: Uint32Array;
  readonly rows: number;
  readonly fields: number;
}

/** Sections with the concept vectors of all rows and the norms of their association vectors. */
export function vectorSections(
  forward: Forward,
  model: ConceptModel,
  titles: readonly boolean[],
  threads: number,
): SectionInput[] {
  const modelTerms = Int32Array.from(forward.terms, (term) => model.vocabulary.find(term));
  const vectors = new VectorWriter(model.dimensions, forward.rows);
  const concepts = new TermSums(model.projection, threads, (sums) => {
    normalizeRows(sums, model.dimensions);
    vectors.add(sums);
  });
  const norms = new Float32Array(forward.rows);
  let measured = 0;
  const associations = new TermSums(model.associations, threads, (sums, count) => {
    norms.set(rowLengths(sums, model.associationDimensions, count), measured);
    measured += count;
  });
  const associated = model.associations.scales.length;
  const reader = new PairReader(model.pairs);
  const counts = new Uint32Array(model.idf.length);
  /** Additional counts of title words. */
  const extra = new Uint32Array(model.idf.length);
  const touched = new Uint32Array(model.idf.length);
  let at = 0;
  for (let r = 0; r < forward.rows; r++) {
    let found = 0;
    for (let f = 0; f < forward.fields; f++) {
      const title = titles[f]!;
      reader.begin();
      for (const end = forward.ends[r * forward.fields + f]!; at < end; at++) {
        const term = modelTerms[forward.tokens[at]!]!;
        const pair = reader.next(term);
        if (term < 0) continue;
        if (counts[term]!++ === 0) touched[found++] = term;
        if (title) extra[term]! += TITLE_COUNT - 1;
        if (pair < 0) continue;
        if (counts[pair]!++ === 0) touched[found++] = pair;
        if (title) extra[pair]! += TITLE_COUNT - 1;
      }
    }
    for (let i = 0; i < found; i++) {
      const term = touched[i]!;
      const idf = model.idf[term]!;
      const count = counts[term]!;
      const weighted = count + extra[term]!;
      // Most terms occur once, which needs no logarithm.
      concepts.add(term, weighted === 1 ? idf : (1 + Math.log(weighted)) * idf);
      // At query time every occurrence counts once, so it must count once in the norm.
      if (term < associated) associations.add(term, count * idf);
      counts[term] = 0;
      extra[term] = 0;
    }
    concepts.endRow();
    associations.endRow();
  }
  concepts.finish();
  associations.finish();
  return [
    {
      name: 'modelTerms',
      bytes: bytesOf(modelTerms.map((t) => (t < 0 ? NO_TERM : t))),
      packed: true,
    },
    ...vectors.sections(),
    { name: 'associationNorms', bytes: bytesOf(norms) },
  ];
}
