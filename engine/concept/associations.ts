import { SparseBuilder, type SparseMatrix } from './sparse.ts';
import { truncatedEigen } from './svd.ts';

/** Words on either side that count as context. */
const WINDOW = 8;
/** Context counts are smoothed by this power (Levy, Goldberg, Dagan 2015, §3.1). */
const CONTEXT_POWER = 0.75;

/**
 * Positive pointwise mutual information of terms that occur near each other (Church and Hanks
 * 1990; Levy and Goldberg 2014). `sequences` hold term numbers below `size`; larger numbers are
 * gaps.
 */
export function associationMatrix(sequences: readonly Uint32Array[], size: number): SparseMatrix {
  const lengths = sequences.reduce((sum, s) => sum + s.length + WINDOW, WINDOW);
  const text = new Uint32Array(lengths).fill(size);
  let at = WINDOW;
  for (const sequence of sequences) {
    text.set(sequence, at);
    at += sequence.length + WINDOW;
  }
  const starts = new Uint32Array(size + 1);
  for (const term of text) if (term < size) starts[term + 1]!++;
  for (let t = 0; t < size; t++) starts[t + 1]! += starts[t]!;
  const positions = new Uint32Array(starts[size]!);
  const fill = starts.slice();
  for (let i = 0; i < text.length; i++) if (text[i]! < size) positions[fill[text[i]!]!++] = i;

  const counts = new Uint32Array(size + 1);
  const touched: number[] = [];
  const gather = (term: number, each: (context: number, count: number) => void) => {
    for (let p = starts[term]!; p < starts[term + 1]!; p++) {
      const center = positions[p]!;
      const end = Math.min(text.length - 1, center + WINDOW);
      for (let i = center - WINDOW; i <= end; i++) {
        if (i === center) continue;
        const context = text[i]!;
        if (counts[context]! === 0) touched.push(context);
        counts[context]!++;
      }
    }
    for (const context of touched) {
      if (context < size && context !== term) each(context, counts[context]!);
      counts[context] = 0;
    }
    touched.length = 0;
  };

  const totals = new Float64Array(size);
  for (let t = 0; t < size; t++) {
    gather(t, (_, count) => {
      totals[t]! += count;
    });
  }
  let all = 0;
  let smoothed = 0;
  for (const total of totals) {
    all += total;
    smoothed += total ** CONTEXT_POWER;
  }
  // ln(c·all / (n_a·n_b)) with both margins smoothed half-way keeps the matrix symmetric.
  const margin = totals.map((total) =>
    Math.sqrt((total * total ** CONTEXT_POWER * all) / smoothed),
  );
  const matrix = new SparseBuilder(size);
  for (let t = 0; t < size; t++) {
    gather(t, (context, count) => {
      const information = Math.log((count * all) / (margin[t]! * margin[context]!));
      if (information > 0) matrix.push(context, information);
    });
    matrix.endRow(false);
  }
  return matrix.build();
}

/**
 * Term vectors whose inner products follow association: eigenvectors of the PPMI matrix scaled by
 * the square roots of their eigenvalues. Row-major `size × rank`.
 */
export function associationVectors(
  sequences: readonly Uint32Array[],
  size: number,
  wanted: number,
  seed: number,
): { rank: number; vectors: Float32Array } {
  const { rank, vectors, values } = truncatedEigen(
    associationMatrix(sequences, size),
    wanted,
    seed,
  );
  for (let t = 0; t < size; t++) {
    for (let j = 0; j < rank; j++) vectors[t * rank + j]! *= Math.sqrt(values[j]!);
  }
  return { rank, vectors };
}
