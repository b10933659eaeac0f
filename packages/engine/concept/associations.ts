import { runApart } from '../kernels/apart.ts';
import { type SparseMatrix, transposeSparse } from './sparse.ts';
import type { Subspace } from './svd.ts';
import { evenlySpacedRows, type Vocabulary } from './vocabulary.ts';

/** Words on either side that count as context. */
const WINDOW = 8;
/** Tokens of the sample that are counted: associations of common words need no more. */
const MAX_TOKENS = 1_000_000;
/** Context counts are smoothed by this power (Levy, Goldberg, Dagan 2015, §3.1). */
const CONTEXT_POWER = 0.75;

/**
 * The fields of sampled rows as one sequence of term numbers. The number `size` stands for words beyond
 * the first `size` and for the gaps between fields. A large sample is thinned out evenly.
 */
export function associationText(
  vocabulary: Vocabulary,
  fields: readonly boolean[],
  size: number,
): Uint32Array {
  const { fieldCount, tokens, ends } = vocabulary;
  const spans: (readonly [number, number])[] = [];
  let length = WINDOW;
  for (const r of evenlySpacedRows(vocabulary, MAX_TOKENS)) {
    for (let f = 0; f < fieldCount; f++) {
      const i = r * fieldCount + f;
      const [start, end] = [i === 0 ? 0 : ends[i - 1]!, ends[i]!];
      if (!fields[f] || start === end) continue;
      spans.push([start, end]);
      length += end - start + WINDOW;
    }
  }
  const text = new Uint32Array(length).fill(size);
  let at = WINDOW;
  for (const [start, end] of spans) {
    for (let i = start; i < end; i++) text[at++] = Math.min(tokens[i]!, size);
    at += WINDOW;
  }
  return text;
}

/**
 * Positive pointwise mutual information of terms that occur near each other (Church and Hanks
 * 1990; Levy and Goldberg 2014). Threads are given its text (`runApart`), so it has no names from outside.
 * @param window words on either side that count as context
 * @param contextPower smooths context counts
 */
function countAssociations(
  text: Uint32Array,
  size: number,
  window: number,
  contextPower: number,
  transpose: typeof transposeSparse,
): SparseMatrix {
  // Positions of each term, ascending, grouped by term.
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < text.length; i++) if (text[i]! < size) starts[text[i]! + 1]!++;
  for (let t = 0; t < size; t++) starts[t + 1]! += starts[t]!;
  const positions = new Uint32Array(starts[size]!);
  const fill = starts.slice();
  for (let i = 0; i < text.length; i++) {
    const term = text[i]!;
    if (term < size) positions[fill[term]!++] = i;
  }
  // Total number of context words of each term over all its occurrences, without the term itself.
  const before = new Uint32Array(text.length + 1);
  for (let i = 0; i < text.length; i++) before[i + 1] = before[i]! + (text[i]! < size ? 1 : 0);
  const totals = new Float64Array(size);
  for (let t = 0; t < size; t++) {
    let total = 0;
    for (let p = starts[t]!, near = p; p < starts[t + 1]!; p++) {
      const at = positions[p]!;
      total += before[at + window + 1]! - before[at - window]! - 1;
      while (positions[near]! < at - window) near++;
      total -= 2 * (p - near);
    }
    totals[t] = total;
  }
  let all = 0;
  let smoothed = 0;
  for (const total of totals) {
    all += total;
    smoothed += total ** contextPower;
  }
  // ln(c·all / (n_a·n_b)). Splitting the smoothing over both margins keeps the matrix symmetric.
  const margins = totals.map(
    (total) => Math.log((total * total ** contextPower * all) / smoothed) / 2 - Math.log(all) / 2,
  );
  // Of the small counts that nearly all pairs have.
  const logarithms = Float64Array.from({ length: 256 }, (_, count) => Math.log(count));
  // One entry more than terms: it collects the gaps, which are ignored.
  const counts = new Uint32Array(size + 1);
  const touched = new Uint32Array(size + 1);
  const rowStarts = new Uint32Array(size + 1);
  let indices = new Uint32Array(Math.max(1024, text.length * 2));
  let values = new Float32Array(indices.length);
  /** Copies an array into a larger one. */
  const resized = <T extends Uint32Array | Float32Array>(from: T, to: T): T => {
    to.set(from);
    return to;
  };
  let length = 0;
  for (let t = 0; t < size; t++) {
    let found = 0;
    for (let p = starts[t]!; p < starts[t + 1]!; p++) {
      const center = positions[p]!;
      for (let i = center - window; i <= center + window; i++) {
        const context = text[i]!;
        if (counts[context]! === 0) touched[found++] = context;
        counts[context]!++;
      }
    }
    if (length + found > indices.length) {
      indices = resized(indices, new Uint32Array(Math.max(indices.length * 2, length + found)));
      values = resized(values, new Float32Array(indices.length));
    }
    for (let i = 0; i < found; i++) {
      const context = touched[i]!;
      const count = counts[context]!;
      counts[context] = 0;
      if (context === size || context === t) continue;
      const log = count < logarithms.length ? logarithms[count]! : Math.log(count);
      const information = log - margins[t]! - margins[context]!;
      if (information > 0) {
        indices[length] = context;
        values[length++] = information;
      }
    }
    rowStarts[t + 1] = length;
  }
  const entries = { indices: indices.subarray(0, length), values: values.subarray(0, length) };
  // The matrix is symmetric, so transposing it only sorts its rows.
  return transpose({ rows: size, columns: size, starts: rowStarts, ...entries });
}

/**
 * The matrix of associations, which another thread makes if there are several.
 * @param text see `associationText`; cannot be used afterwards
 */
export const associationMatrix = (
  text: Uint32Array,
  size: number,
  threads: number,
): Promise<SparseMatrix> =>
  runApart(threads, countAssociations, text, size, WINDOW, CONTEXT_POWER, transposeSparse);

/**
 * Term vectors whose inner products follow association: eigenvectors of the PPMI matrix scaled by the
 * square roots of their eigenvalues, in place. Row-major `terms × rank`.
 */
export function scaleByRoots({ rank, vectors, values }: Subspace): Float32Array {
  const roots = values.map(Math.sqrt);
  for (let at = 0; at < vectors.length; at += rank) {
    for (let j = 0; j < rank; j++) vectors[at + j]! *= roots[j]!;
  }
  return vectors;
}
