import type { ConceptModel } from '../concept/model.ts';
import { cosineWithRow, type QuantizedRows } from '../concept/quantize.ts';
import type { ProjectedQuery } from './query-vectors.ts';

/** A space with too many dimensions overfits single rows, so a small sample uses only the first ones. */
const ROWS_PER_DIMENSION = 4;
const FEWEST_DIMENSIONS = 16;

/** First dimensions of a space that are compared. */
export const trustedDimensions = ({ width }: QuantizedRows, sampledRows: number): number =>
  Math.min(width, Math.max(FEWEST_DIMENSIONS, Math.floor(sampledRows / ROWS_PER_DIMENSION)));

/**
 * Tells how near a term of the model is to a query: the mean of its cosines in association space (words
 * that occur near each other) and in concept space (words that occur in the same documents).
 * @returns null if no term of the query is known
 */
export function termCosines(
  { associations, projection, sampledRows }: ConceptModel,
  { concept, association }: ProjectedQuery,
): ((term: number) => number) | null {
  if (!concept || !association) return null;
  const associationDimensions = trustedDimensions(associations, sampledRows);
  const conceptDimensions = trustedDimensions(projection, sampledRows);
  return (term) =>
    (cosineWithRow(association, associations, term, associationDimensions) +
      cosineWithRow(concept, projection, term, conceptDimensions)) /
    2;
}
