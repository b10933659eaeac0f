import { TITLE_COUNT } from '../ranking-constants.ts';
import { PairReader } from './pairs.ts';
import { type SparseMatrix, transposeSparse } from './sparse.ts';
import { rowSpan, type Vocabulary } from './vocabulary.ts';

/** An order of all rows in which the first quarter and the first half are evenly spaced samples. */
function spreadOrder(rows: number): Uint32Array {
  const order = new Uint32Array(rows);
  let place = 0;
  for (const [first, step] of [
    [0, 4],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let r = first; r < rows; r += step) order[place++] = r;
  }
  return order;
}

/**
 * The matrix that latent semantic analysis factorises: rows of (1 + ln tf)·idf, terms first, then pairs,
 * scaled to unit length. Its first quarter and its first half are evenly spaced samples of all rows.
 * @param titles which fields are titles; their terms count twice
 */
export function conceptMatrix(vocabulary: Vocabulary, titles: readonly boolean[]): SparseMatrix {
  const { rows, fieldCount, tokens, ends, terms, pairs, idf } = vocabulary;
  const reader = new PairReader(pairs);
  const size = idf.length;
  const starts = new Uint32Array(rows + 1);
  const indices = new Uint32Array(2 * tokens.length);
  const values = new Float32Array(2 * tokens.length);
  const counts = new Uint32Array(size);
  let length = 0;
  spreadOrder(rows).forEach((r, place) => {
    const first = length;
    let [at] = rowSpan(vocabulary, r);
    for (let f = 0; f < fieldCount; f++) {
      const count = titles[f] ? TITLE_COUNT : 1;
      reader.begin();
      for (const end = ends[r * fieldCount + f]!; at < end; at++) {
        const term = tokens[at]!;
        const pair = reader.next(term);
        if (term >= terms.length) continue;
        if (counts[term] === 0) indices[length++] = term;
        counts[term]! += count;
        if (pair < 0) continue;
        if (counts[pair] === 0) indices[length++] = pair;
        counts[pair]! += count;
      }
    }
    let sum = 0;
    for (let i = first; i < length; i++) {
      const term = indices[i]!;
      const count = counts[term]!;
      // Most terms occur once, which needs no logarithm.
      const value = count === 1 ? idf[term]! : (1 + Math.log(count)) * idf[term]!;
      counts[term] = 0;
      values[i] = value;
      sum += value * value;
    }
    const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    for (let i = first; i < length; i++) values[i]! *= scale;
    starts[place + 1] = length;
  });
  const entries = { indices: indices.subarray(0, length), values: values.subarray(0, length) };
  // Transposing twice sorts the columns within each row.
  return transposeSparse(transposeSparse({ rows, columns: size, starts, ...entries }));
}
