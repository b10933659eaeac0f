import type { Changes } from '#engine';

/** From this share of changed rows on, a build is advised. */
const advisedRows = 0.1;
/**
 * The same of words that the index did not learn, as a share more than in the rows that were built, and of nearness in meaning, as
 * a share of theirs. docs/engine.md has what they were chosen on.
 */
const advisedWords = 0.1;
const advisedNearness = 0.8;

/**
 * How far the rows of an index have drifted from what it learned.
 * @param builtRows rows that it was built from
 */
export function driftOf(changes: Changes, builtRows: number) {
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
    rebuild_advised:
      added + deletedCount > advisedRows * builtRows ||
      newWords > newWordsOfIndex + advisedWords ||
      isFar,
  };
}
