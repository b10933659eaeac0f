import type { SearchParts } from '../segment/open.ts';
import { type QueryVector, quantizeQuery } from '../segment/query-vector.ts';
import { type Candidates, segmentOf } from './candidates.ts';

/** Concept vectors of the candidates, read in place from the segments. */
export class CandidateVectors {
  readonly #parts: readonly Pick<SearchParts, 'vectors'>[];
  readonly #candidates: Pick<Candidates, 'rows' | 'starts'>;
  #near: { readonly centroid: QueryVector | null; readonly cosines: Float64Array } | undefined;

  constructor(
    parts: readonly Pick<SearchParts, 'vectors'>[],
    candidates: Pick<Candidates, 'rows' | 'starts'>,
  ) {
    this.#parts = parts;
    this.#candidates = candidates;
  }

  /** `cosines` with the vector of the feedback, which are asked for twice where all candidates make its scale. */
  nearness(centroid: QueryVector | null): Float64Array {
    if (this.#near?.centroid !== centroid) {
      this.#near = { centroid, cosines: this.cosines(centroid) };
    }
    return this.#near.cosines;
  }

  /** Inner products with a vector; zeros if it is null. */
  cosines(query: QueryVector | null): Float64Array {
    const { rows, starts } = this.#candidates;
    const out = new Float64Array(rows.length);
    if (!query) return out;
    this.#parts.forEach(({ vectors }, s) => {
      const [from, to] = [starts[s]!, starts[s + 1]!];
      if (to > from) vectors.scores(query, rows, out, from, to);
    });
    return out;
  }

  /**
   * The weighted centroid of some candidates, scaled to unit length; null if it is zero.
   * @param weightOf weight of the i-th of them
   */
  centroid(places: ArrayLike<number>, weightOf: (i: number) => number): QueryVector | null {
    const sum = new Float32Array(this.#parts[0]!.vectors.width);
    for (let i = 0; i < places.length; i++) {
      const position = places[i]!;
      const { vectors } = this.#parts[segmentOf(this.#candidates, position)]!;
      vectors.addRow(sum, this.#candidates.rows[position]!, weightOf(i));
    }
    let square = 0;
    for (const x of sum) square += x * x;
    if (square === 0) return null;
    return quantizeQuery(sum.map((x) => x / Math.sqrt(square)));
  }
}
