import type { PairTable } from './pairs.ts';
import type { TermSample } from './sample.ts';

/** Marks a term that is not in the vocabulary, or a hidden one. */
export const NO_NUMBER = 0xffffffff;

const MAX_TERMS = 60_000;

/** Sampled rows in the terms a model knows. */
export interface Vocabulary {
  readonly rows: number;
  readonly fieldCount: number;
  readonly terms: readonly string[];
  readonly surfaces: readonly string[];
  readonly pairs: PairTable;
  /** Inverse document frequency of each term and, behind them, each pair. */
  readonly idf: Float32Array;
  /** Vocabulary numbers, field after field, row after row; NO_NUMBER for all other terms. */
  readonly tokens: Uint32Array;
  /** End of each field of each row in `tokens`; rows × fields entries. */
  readonly ends: Uint32Array;
}

/** First and last token (exclusive) of a row. */
export function rowSpan(
  rows: { readonly fieldCount: number; readonly ends: Uint32Array },
  row: number,
): readonly [number, number] {
  const { fieldCount, ends } = rows;
  return [row === 0 ? 0 : ends[row * fieldCount - 1]!, ends[(row + 1) * fieldCount - 1]!];
}

/** Rows spread evenly over a sample that have about `mostTokens` tokens together; all of a small one. */
export function evenRows({ rows, tokens }: Vocabulary, mostTokens: number): number[] {
  const share = Math.min(1, mostTokens / tokens.length);
  const chosen: number[] = [];
  for (let r = 0; r < rows; r++) {
    if (Math.floor((r + 1) * share) !== Math.floor(r * share)) chosen.push(r);
  }
  return chosen;
}

function documentFrequencies({ terms, fieldCount, tokens, ends }: TermSample): Uint32Array {
  const df = new Uint32Array(terms.length);
  const lastRow = new Uint32Array(terms.length);
  const rows = ends.length / fieldCount;
  for (let r = 0, at = 0; r < rows; r++) {
    for (const end = ends[(r + 1) * fieldCount - 1]!; at < end; at++) {
      const term = tokens[at]!;
      if (lastRow[term] === r + 1) continue;
      lastRow[term] = r + 1;
      df[term]!++;
    }
  }
  return df;
}

/** Numbers terms by falling document frequency and drops those of one document. */
export function chooseVocabulary(sample: TermSample): Vocabulary {
  const df = documentFrequencies(sample);
  const rows = sample.ends.length / sample.fieldCount;
  // A tiny corpus has no repeated terms; a vocabulary of single ones is better than none.
  const least = df.some((count) => count >= 2) ? 2 : 1;
  const kept = Array.from(df.keys())
    .filter((term) => df[term]! >= least)
    .sort((a, b) => df[b]! - df[a]! || a - b)
    .slice(0, MAX_TERMS);
  const numbers = new Uint32Array(sample.terms.length).fill(NO_NUMBER);
  kept.forEach((term, i) => {
    numbers[term] = i;
  });
  return {
    rows,
    fieldCount: sample.fieldCount,
    terms: kept.map((term) => sample.terms[term]!),
    surfaces: kept.map((term) => sample.surfaces[term]!),
    pairs: { starts: new Uint32Array(kept.length + 1), seconds: new Uint32Array(0) },
    idf: Float32Array.from(kept, (term) => Math.log((rows + 1) / df[term]!)),
    tokens: sample.tokens.map((term) => numbers[term]!),
    ends: sample.ends,
  };
}
