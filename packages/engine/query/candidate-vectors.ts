import type { SearchParts } from '../segment/open.ts';
import { type QueryVector, quantizeQuery } from '../segment/query-vector.ts';
import { type Candidates, segmentOf } from './candidates.ts';

/** Concept vectors of the candidates, read in place from the segments. */
export class CandidateVectors {
  readonly #parts: readonly Pick<SearchParts, 'vectors'>[];
  readonly #candidates: Pick<Candidates, 'rows' | 'starts'>;
  /** Vector of an additional candidate that is not in the index. */
  readonly #extra: QueryVector | null;
  readonly count: number;

  /** @param extra unit vector of an additional candidate at the end */
  constructor(
    parts: readonly Pick<SearchParts, 'vectors'>[],
    candidates: Pick<Candidates, 'rows' | 'starts'>,
    extra: QueryVector | null,
  ) {
    this.#parts = parts;
    this.#candidates = candidates;
    this.#extra = extra;
    this.count = candidates.rows.length + (extra ? 1 : 0);
  }

  /** Inner products with a vector; zeros if it is null. */
  cosines(query: QueryVector | null): Float64Array {
    const out = new Float64Array(this.count);
    if (!query) return out;
    const { rows, starts } = this.#candidates;
    this.#parts.forEach(({ vectors }, s) => {
      const [from, to] = [starts[s]!, starts[s + 1]!];
      if (to > from) vectors.scores(query, rows.subarray(from, to), out.subarray(from, to));
    });
    if (this.#extra) {
      const [own, asked] = [this.#extra.rotated, query.rotated];
      let sum = 0;
      for (let j = 0; j < own.length; j++) sum += own[j]! * asked[j]!;
      out[rows.length] = sum;
    }
    return out;
  }

  /** The weighted centroid of some candidates, scaled to unit length; null if it is zero. */
  centroid(places: ArrayLike<number>, weightOf: (place: number) => number): QueryVector | null {
    const sum = new Float32Array(this.#parts[0]!.vectors.width);
    for (let i = 0; i < places.length; i++) {
      const place = places[i]!;
      const weight = weightOf(place);
      if (place === this.#candidates.rows.length) {
        for (let j = 0; j < sum.length; j++) sum[j]! += weight * this.#extra!.rotated[j]!;
      } else {
        const { vectors } = this.#parts[segmentOf(this.#candidates, place)]!;
        vectors.addRow(sum, this.#candidates.rows[place]!, weight);
      }
    }
    let square = 0;
    for (const x of sum) square += x * x;
    if (square === 0) return null;
    return quantizeQuery(sum.map((x) => x / Math.sqrt(square)));
  }
}
