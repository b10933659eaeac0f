/**
 * Structures of 32-bit numbers that kernels share with JavaScript. Kernels have a class for each, and the
 * constants below.
 */
function structure<const F extends readonly string[]>(...fields: F) {
  const places = Object.fromEntries(fields.map((field, position) => [field, position]));
  return { ...(places as Record<F[number], number>), length: fields.length };
}

/** A part of a text in kernel memory. */
export const SPAN = structure('start', 'end');

/** A distinct word of a task: hash, place in kernel memory, number of occurrences; 0 if the kernel leaves it to its caller. */
export const WORD = structure('hash', 'start', 'end', 'occurrences');

/** A state of a `TokenTrie`: one more than the state that leads to it, and where its children begin. */
export const TRIE_STATE = structure('parent', 'children');

/** A pair of the query in a row: index in the list of rows, pair, and frequency. */
export const PAIR_EVENT = structure('row', 'pair', 'frequency');

/** An occurrence of a marked term in a row: index in the list of rows, field, and place of the term. */
export const OCCURRENCE = structure('row', 'field', 'place');

/** What `scanRows` reads and writes: addresses of the arrays of `RowScanArrays`, and numbers. */
export const ROW_SCAN = structure(
  'bytes',
  'offsets',
  'terms',
  'idf',
  'titleField',
  'nearness',
  'known',
  'factors',
  'vectors',
  'width',
  'query',
  'pairStarts',
  'pairSeconds',
  'pairCounts',
  'touched',
  'lengths',
  'sums',
  'covers',
  'events',
  'eventCapacity',
  'eventCount',
  'occurrences',
  'occurrenceCapacity',
  'occurrenceCount',
  'fieldEnds',
  'fields',
  'codeBases',
  'numbers',
  'numberCapacity',
  'numberCount',
  'fresh',
  'freshCount',
  // Keeps a compiler from leaving out reads that only bring rows into the cache.
  'touchedSum',
);

/** Entries of the hash table that finds the record of a word, a power of two. */
export const WORD_TABLE = 1 << 17;
/** The maximum number of records: their numbers have 16 bits. */
export const MAX_WORDS = 65_535;
/** The first place of words that are similar to those of the query. Smaller ones are of the query. */
export const SIMILAR_PLACE = 0x8000;
/** Words are truncated to this many UTF-16 units. */
export const MAX_WORD = 64;
/** Maximum length of a markup tag or character reference in UTF-16 units. */
export const MAX_MARKUP = 256;
/** Tokens with smaller numbers have codes of one byte, the others of two. */
export const SHORT_CODES = 176;
/** Rows whose inner products are summed before they are added to the result, a multiple of 4. */
export const INNER_ROWS = 64;
/** Bytes of one column, and of a block of 32 columns, of so many rows as f64. */
export const WIDE_COLUMN = 8 * INNER_ROWS;
export const WIDE_BLOCK = 32 * WIDE_COLUMN;
