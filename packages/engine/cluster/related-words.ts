import type { OpenedModel } from '../concept/model.ts';
import { TopK } from '../top-k.ts';

/** Words by which rows near to a query are looked for. */
const RELATED = 64;

/** A word of the model, and what an occurrence of it adds to the nearness of a row, without its idf. */
export interface RelatedWord {
  readonly word: string;
  readonly weight: number;
}

/**
 * The words that bring rows nearest to a concept vector. The vector of a row is the sum of those of its words, so its
 * inner product with another vector is a sum over its words, too: BM25 with these weights comes close to it.
 */
export async function relatedWords(
  { model, parts }: OpenedModel,
  concept: Float32Array,
): Promise<RelatedWord[]> {
  await Promise.all([model.vocabulary.all(), parts.allProjections()]);
  const { vocabulary, idf, projection } = model;
  const { values, scales, width } = projection;
  const best = new TopK(RELATED, Number.MIN_VALUE);
  for (let term = 0; term < vocabulary.size; term++) {
    let sum = 0;
    for (let j = 0; j < width; j++) sum += values[term * width + j]! * concept[j]!;
    best.push(term, sum * scales[term]! * idf[term]!);
  }
  const { rows, scores } = best.added();
  const weightOf = (i: number) => scores[i]! / idf[rows[i]!]!;
  return Array.from(rows, (term, i) => ({ word: vocabulary.term(term), weight: weightOf(i) }));
}
