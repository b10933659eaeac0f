import type { Changes } from '#engine';

/** From this share of changed rows on, and so many new words more than the index has, a build is advised. */
const advisedRows = 0.1;
const advisedWords = 0.1;

/**
 * How far the rows of an index have drifted from what it learned.
 * @param builtRows rows that it was built from
 */
export function driftOf({ deltas, deletedCount, newWordsOfIndex }: Changes, builtRows: number) {
  const sum = (of: (delta: Changes['deltas'][number]) => number) =>
    deltas.reduce((total, delta) => total + of(delta), 0);
  const added = sum(({ segment }) => segment.rowCount);
  const words = sum((delta) => delta.words);
  const newWords = words > 0 ? sum((delta) => delta.newWords) / words : 0;
  return {
    added,
    removed: deletedCount,
    new_words: newWords,
    new_words_of_index: newWordsOfIndex,
    rebuild_advised:
      added + deletedCount > advisedRows * builtRows || newWords > newWordsOfIndex + advisedWords,
  };
}
