import type { SearchParts } from '../segment/open.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import type { Candidates } from './candidates.ts';

/** The vector of a query, in the space of the column of vectors. */
export interface OwnQuery {
  readonly vector: QueryVector;
  /** What it counts beside words, whose scores are 0 to 1. */
  readonly weight: number;
  /** Whether the query has no words: then it alone ranks. */
  readonly isAlone: boolean;
}

/** Cosines of candidates with the vector of a query; NaN for rows without a vector. */
export function ownCosines(
  parts: readonly Pick<SearchParts, 'own'>[],
  candidates: Pick<Candidates, 'rows' | 'starts'>,
  { vector }: Pick<OwnQuery, 'vector'>,
): Float64Array {
  const vectors = parts.map(({ own }) => ({ vectors: own!.vectors }));
  const cosines = new CandidateVectors(vectors, candidates).cosines(vector);
  for (const [s, { vectors: of }] of vectors.entries()) {
    for (let i = candidates.starts[s]!; i < candidates.starts[s + 1]!; i++) {
      if (of.scales[candidates.rows[i]!] === 0) cosines[i] = Number.NaN;
    }
  }
  return cosines;
}
