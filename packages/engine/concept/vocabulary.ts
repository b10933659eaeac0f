import type { PairTable } from './pair-table.ts';
import type { TermSample } from './sample.ts';
import type { TermRows } from './term-rows.ts';

/** Marks a token whose term is not in the vocabulary or is hidden. */
export const NOT_IN_VOCABULARY = 0xffffffff;

const MAX_TERMS = 60_000;

/** The terms a model knows, and the sampled rows as numbers of these terms. */
export interface Vocabulary extends TermRows {
  readonly rows: number;
  readonly terms: readonly string[];
  readonly surfaces: readonly string[];
  readonly pairs: PairTable;
  /** Inverse document frequency of all terms, followed by all pairs. */
  readonly idf: Float32Array;
  /** Vocabulary numbers; NOT_IN_VOCABULARY for other terms. */
  readonly tokens: Uint32Array;
}

/** Evenly spaced rows with about `mostTokens` tokens in total; all rows of a small sample. */
export function evenlySpacedRows({ rows, tokens }: Vocabulary, mostTokens: number): number[] {
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

/** Numbers terms by falling document frequency and drops terms that occur in one document only. */
export function chooseVocabulary(sample: TermSample): Vocabulary {
  const df = documentFrequencies(sample);
  const rows = sample.ends.length / sample.fieldCount;
  // In a tiny corpus no term may occur in two documents; then terms of one document are kept.
  const minimum = df.some((count) => count >= 2) ? 2 : 1;
  const kept = Array.from(df.keys())
    .filter((term) => df[term]! >= minimum)
    .sort((a, b) => df[b]! - df[a]! || a - b)
    .slice(0, MAX_TERMS);
  const numbers = new Uint32Array(sample.terms.length).fill(NOT_IN_VOCABULARY);
  kept.forEach((term, i) => {
    numbers[term] = i;
  });
  const tokens = new Uint32Array(sample.tokens.length);
  for (let i = 0; i < tokens.length; i++) tokens[i] = numbers[sample.tokens[i]!]!;
  return {
    rows,
    fieldCount: sample.fieldCount,
    terms: kept.map((term) => sample.terms[term]!),
    surfaces: kept.map((term) => sample.surfaces[term]!),
    pairs: { starts: new Uint32Array(kept.length + 1), seconds: new Uint32Array(0) },
    idf: Float32Array.from(kept, (term) => Math.log((rows + 1) / df[term]!)),
    tokens,
    ends: sample.ends,
  };
}
