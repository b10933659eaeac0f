import { MAPPED_WEIGHT, RERANKED } from '../ranking-constants.ts';
import type { SearchParts } from '../segment/open.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { TopK } from '../top-k.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import type { Candidates } from './candidates.ts';
import { minMax, plus } from './rank-rows.ts';

/**
 * The candidates that are reranked: the best by the two signals that need no terms of rows, words and mapped
 * concepts. Reading terms costs most of a search (a cascade: Wang, Lin, Metzler 2011).
 * @param limit number of wanted hits, of which none may get lost
 */
export function pruneCandidates(
  parts: readonly Pick<SearchParts, 'vectors'>[],
  found: Candidates,
  mapped: QueryVector | null,
  limit: number,
): Candidates {
  const count = Math.max(RERANKED, limit);
  if (found.count <= count) return found;
  const cosines = new CandidateVectors(parts, found, null).cosines(mapped);
  const scores = plus(minMax(found.lexical, found.least), MAPPED_WEIGHT, minMax(cosines));
  const best = new TopK(count);
  for (let place = 0; place < scores.length; place++) best.push(place, scores[place]!);
  // They keep the order of the candidates.
  const { rows: places } = best.added();
  const before = (start: number) => {
    const at = places.findIndex((place) => place >= start);
    return at < 0 ? count : at;
  };
  const lexical = Float64Array.from(places, (place) => found.lexical[place]!);
  return {
    count,
    rows: places.map((place) => found.rows[place]!),
    starts: found.starts.map(before),
    lexical,
    least: Math.min(...lexical),
    totalFound: found.totalFound,
  };
}
