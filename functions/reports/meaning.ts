import type { SearchIndex } from '#engine';
import type { PatentDocument } from '#shared/patent-document.ts';
import { countTerms, damped } from './nearness.ts';
import { reportRules } from './report-rules.ts';

/** What an index knows of words, and of how many rows. */
export interface KnownWords {
  words: SearchIndex['words'];
  rows: number;
}

/**
 * Where title, abstract and first claim of a document point in the association space of the index: the sum of the vectors of their words,
 * by the square of their rarity, as nearness counts it. Words that occur near the same words point the same way, so that a synonym counts. Undefined where
 * the index knows no word.
 */
export async function directionOf(
  { words }: KnownWords,
  document: PatentDocument,
): Promise<Float32Array | undefined> {
  const counts = countTerms({
    ...document,
    claims: document.claims.slice(0, 1),
    paragraphs: [],
  });
  const known = await words([...counts.keys()]);
  let sum: Float32Array | undefined;
  let at = 0;
  for (const count of counts.values()) {
    const word = known[at++];
    if (!word) continue;
    sum ??= new Float32Array(word.vector.length);
    const weight = damped(count) * word.rarity ** 2;
    for (let i = 0; i < sum.length; i++) sum[i]! += weight * word.vector[i]!;
  }
  return sum && ofLength1(sum);
}

/**
 * How far documents mean the same as a patent, 0 to 1: the cosine of their directions from the middle of the field, which is the mean of the
 * documents. Without taking the mean away all documents of a field point the same way.
 */
export function meaningOf(
  patent: Float32Array | undefined,
  field: readonly (Float32Array | undefined)[],
): (direction: Float32Array | undefined) => number {
  const known = field.filter((one) => one !== undefined);
  if (!patent || known.length === 0) return () => 0;
  const middle = patent.map(
    (_, dimension) => known.reduce((sum, one) => sum + one[dimension]!, 0) / known.length,
  );
  const fromMiddle = (direction: Float32Array) =>
    ofLength1(direction.map((value, dimension) => value - middle[dimension]!));
  const own = fromMiddle(patent);
  return (direction) =>
    direction
      ? Math.max(
          0,
          fromMiddle(direction).reduce((sum, value, dimension) => sum + value * own[dimension]!, 0),
        )
      : 0;
}

/** Weight of the meaning beside nearness by words: the more rows the index has, the more it knows of words. */
export const meaningWeight = ({ rows }: Pick<KnownWords, 'rows'>): number =>
  (reportRules.meaningWeight * rows) / (rows + reportRules.halfTrustedRows);

function ofLength1(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
