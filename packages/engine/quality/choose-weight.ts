import type { OwnVectorCard } from '../manifest.ts';
import type { LoadedIndex } from '../opening/index-state.ts';
import type { Candidates } from '../query/candidates.ts';
import { ownCosines } from '../query/own-scores.ts';
import { plus, scaleOf } from '../query/scale.ts';
import { FEEDBACK_ROWS, OWN_WEIGHTS } from '../ranking-constants.ts';
import { placeOfHalf } from '../search/sources/halves.ts';
import { type QueryVector, quantizeQuery } from '../segment/query-vector.ts';
import { firstRows } from '../segment/row-numbers.ts';
import { highest, TopK } from '../top-k.ts';
import { gainOf } from './gain.ts';
import type { HalfDocument } from './half-documents.ts';

/** Rows nearest by vector that compete with those found by words. */
const NEAREST = 100;

/** A half among other rows, ranked without the dataset's own vectors. */
interface RankedHalf {
  readonly document: HalfDocument;
  readonly found: Candidates;
  readonly total: Float64Array;
}

/**
 * Chooses what the vectors of a dataset count beside words, by the half-document test. Nobody can ask for the vector of half a
 * document, so that of a query is guessed: the centroid of the rows that words find for it, without the document itself. Where
 * rows with like words have like vectors, the document is near.
 */
export class WeightTest {
  readonly #parts: LoadedIndex['parts'];
  readonly #firsts: Uint32Array;
  readonly #weights: readonly number[];
  /** Of each document, its gain with each weight. */
  readonly #gains: Float64Array[] = [];

  /** @param set the weight that the owner of the index has set */
  constructor({ parts }: Pick<LoadedIndex, 'parts'>, set?: number) {
    this.#parts = parts;
    this.#firsts = firstRows(parts);
    this.#weights = set === undefined ? OWN_WEIGHTS : [0, set];
  }

  add({ document, found, total }: RankedHalf): void {
    const half = placeOfHalf(found);
    const rows = this.#rowsOf(document, found, half);
    const own = { rows, starts: found.starts };
    const neighbours = this.#neighbours(own, total, half);
    const asked = neighbours && directionOf(neighbours.sum);
    if (!asked) {
      this.#gains.push(new Float64Array(this.#weights.length).fill(gainOf(half, total)));
      return;
    }
    const cosines = ownCosines(this.#parts, own, { vector: asked });
    // A neighbour is near to itself: it is compared with the others.
    for (const [place, vector] of neighbours.vectors) {
      const others = directionOf(neighbours.sum.map((x, i) => x - vector[i]!));
      const [segment, row] = [segmentOfPlace(own, place), rows[place]!];
      const cosine = new Float64Array(1);
      const { vectors } = this.#parts[segment]!.own!;
      if (others) vectors.scores(others, Uint32Array.of(row), cosine);
      cosines[place] = cosine[0]!;
    }
    const nearer = this.#nearest(asked, own);
    const all = Float64Array.from([...cosines, ...nearer]);
    const near = plus(new Float64Array(all.length), 1, all, scaleOf(all));
    const lowest = total.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
    const words = Float64Array.from(all, (_, i) => total[i] ?? lowest);
    this.#gains.push(
      Float64Array.from(this.#weights, (weight) =>
        gainOf(
          half,
          words.map((score, i) => score + weight * near[i]!),
        ),
      ),
    );
  }

  /** Rows within their segments; the half stands for its document. */
  #rowsOf(document: HalfDocument, { count, starts, rows, numberOf }: Candidates, half: number) {
    const own = new Uint32Array(count);
    for (let segment = 0; segment + 1 < starts.length; segment++) {
      for (let i = starts[segment]!; i < starts[segment + 1]!; i++) {
        own[i] =
          i === half ? document.row : numberOf({ segment, row: rows[i]! }) - this.#firsts[segment]!;
      }
    }
    return own;
  }

  /** The best other rows, by words: their vectors, weighted, and the sum of these. */
  #neighbours(
    { rows, starts }: Pick<Candidates, 'rows' | 'starts'>,
    total: Float64Array,
    half: number,
  ) {
    const vectors = new Map<number, Float32Array>();
    const { width } = this.#parts[0]!.own!.vectors;
    const sum = new Float32Array(width);
    for (const place of highest(total, 2 * FEEDBACK_ROWS)) {
      if (place === half || vectors.size === FEEDBACK_ROWS) continue;
      const { vectors: of } = this.#parts[segmentOfPlace({ starts }, place)]!.own!;
      if (of.scales[rows[place]!] === 0) continue;
      const vector = new Float32Array(width);
      of.addRow(vector, rows[place]!, total[place]! ** 2);
      vectors.set(place, vector);
      for (let i = 0; i < width; i++) sum[i]! += vector[i]!;
    }
    return vectors.size > 0 ? { vectors, sum } : undefined;
  }

  /** Cosines of the rows nearest to a vector that are not candidates. */
  #nearest(
    query: QueryVector,
    { rows, starts }: Pick<Candidates, 'rows' | 'starts'>,
  ): Float64Array {
    const best = new TopK(NEAREST);
    for (const [s, { own }] of this.#parts.entries()) {
      const known = new Set(rows.subarray(starts[s], starts[s + 1]));
      const found = own!.vectors.nearest(query, NEAREST, null);
      for (const [i, row] of found.rows.entries()) {
        if (!known.has(row)) best.push(this.#firsts[s]! + row, found.scores[i]!);
      }
    }
    return best.added().scores;
  }

  /** The weight with which halves find each other best. */
  card(set?: number): Pick<OwnVectorCard, 'weight' | 'isSet' | 'ndcg' | 'ndcgWithout'> {
    const means = this.#weights.map(
      (_, w) => this.#gains.reduce((sum, gains) => sum + gains[w]!, 0) / (this.#gains.length || 1),
    );
    const chosen = set === undefined ? means.indexOf(Math.max(...means)) : 1;
    const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
    return {
      weight: this.#weights[chosen]!,
      isSet: set !== undefined,
      ndcgWithout: rounded(means[0]!),
      ndcg: rounded(means[chosen]!),
    };
  }
}

const segmentOfPlace = ({ starts }: Pick<Candidates, 'starts'>, place: number) =>
  starts.findLastIndex((start) => start <= place);

/** A rotated vector as one to compare with; undefined if it is zero. */
function directionOf(sum: Float32Array): QueryVector | undefined {
  let square = 0;
  for (const x of sum) square += x * x;
  return square > 0 ? quantizeQuery(sum.map((x) => x / Math.sqrt(square))) : undefined;
}
