import type { Changes } from '#engine';

/**
 * A build is advised from this share of words on that the index did not learn, beyond that of the rows that were built, and below
 * this nearness in meaning, as a share of theirs. How many rows have changed says nothing: more of the same are found as well as
 * after a build. docs/engine.md has what the two were chosen on.
 */
const advisedWords = 0.1;
const advisedNearness = 0.9;

/** How far the rows of an index have drifted from what it learned. */
export function driftOf(changes: Changes) {
  const { deltas, deletedCount, newWordsOfIndex, nearnessOfIndex } = changes;
  const sum = (of: (delta: Changes['deltas'][number]) => number) =>
    deltas.reduce((total, delta) => total + of(delta), 0);
  const added = sum(({ segment }) => segment.rowCount);
  const words = sum((delta) => delta.words);
  const newWords = words > 0 ? sum((delta) => delta.newWords) / words : 0;
  const compared = sum(({ segment, nearness }) => (nearness === undefined ? 0 : segment.rowCount));
  const nearness =
    compared > 0
      ? sum((delta) => (delta.nearness ?? 0) * delta.segment.rowCount) / compared
      : undefined;
  const isFar =
    nearness !== undefined &&
    nearnessOfIndex !== undefined &&
    nearness < advisedNearness * nearnessOfIndex;
  return {
    added,
    removed: deletedCount,
    new_words: newWords,
    new_words_of_index: newWordsOfIndex,
    nearness,
    nearness_of_index: nearnessOfIndex,
    rebuild_advised: newWords > newWordsOfIndex + advisedWords || isFar,
  };
}
