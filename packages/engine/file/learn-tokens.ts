import { MAX_TOKENS } from './token-table.ts';
import { hash, singleBytes, TokenTrie } from './token-trie.ts';

/** Adjacent tokens become one token when they have occurred together this often. */
const MERGE_AFTER = 3;
/** Minimum uses of a token in the sample for it to be kept. */
const MIN_USES = 3;
/** Longest token in bytes. */
const MAX_TOKEN_BYTES = 24;
/** Maximum number of candidate tokens. */
const MAX_CANDIDATES = 1 << 16;

/**
 * Learns tokens from sample texts (OnPair: Gargiulo, Venturini 2025). The texts are split into the longest
 * known tokens; two adjacent tokens that occur together often enough become one. Frequently used tokens
 * and all single bytes are kept, the most used first.
 * @param ends end of each text in `sample`
 */
export function learnTokens(sample: Uint8Array, ends: Uint32Array): Uint8Array[] {
  const tokens = mergeNeighbours(sample, ends);
  const uses = countUses(tokens, sample, ends);
  const merged = Array.from(uses.keys())
    .filter((token) => token >= 256 && uses[token]! >= MIN_USES)
    .sort((a, b) => uses[b]! - uses[a]! || a - b)
    .slice(0, MAX_TOKENS - 256);
  const kept = [...singleBytes(), ...merged.map((token) => tokens[token]!)];
  // Without the dropped tokens the texts are split differently, so count again.
  const usesNow = countUses(kept, sample, ends);
  return Array.from(kept.keys())
    .sort((a, b) => usesNow[b]! - usesNow[a]! || a - b)
    .map((token) => kept[token]!);
}

function mergeNeighbours(sample: Uint8Array, ends: Uint32Array): Uint8Array[] {
  const tokens = singleBytes();
  const trie = new TokenTrie(tokens);
  const pairCounts = new Uint8Array(2 ** Math.ceil(Math.log2(sample.length + 1)));
  let at = 0;
  for (const end of ends) {
    let previous = -1;
    let previousAt = at;
    while (at < end && tokens.length < MAX_CANDIDATES) {
      const token = trie.longest(sample, at, end);
      const next = at + trie.length;
      // Pairs with the same hash share a counter, which adds a few superfluous tokens.
      const position = hash((previous << 16) | token) & (pairCounts.length - 1);
      if (
        previous >= 0 &&
        next - previousAt <= MAX_TOKEN_BYTES &&
        ++pairCounts[position]! === MERGE_AFTER
      ) {
        pairCounts[position] = 0;
        previous = trie.add(sample, previousAt, next);
        tokens.push(sample.slice(previousAt, next));
      } else {
        previous = token;
        previousAt = at;
      }
      at = next;
    }
    at = end;
  }
  return tokens;
}

function countUses(
  tokens: readonly Uint8Array[],
  sample: Uint8Array,
  ends: Uint32Array,
): Uint32Array {
  const trie = new TokenTrie(tokens);
  const uses = new Uint32Array(tokens.length);
  let at = 0;
  for (const end of ends) {
    while (at < end) {
      uses[trie.longest(sample, at, end)]!++;
      at += trie.length;
    }
  }
  return uses;
}
