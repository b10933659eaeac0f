/**
 * Some rows of a segment as bits, 32 in a word: row r is bit r % 32 of word r / 32. Bits beyond the last row are 0.
 */
export type RowSet = Uint32Array;

const WORD = 32;
/** A word of which every row is in the set, as a number with a sign. */
const ALL = -1;

/** No row of a segment. */
export const noRows = (rows: number): RowSet => new Uint32Array(Math.ceil(rows / WORD));

/** All rows of a segment. */
export const allRows = (rows: number): RowSet => invert(noRows(rows), rows);

/** The rows that a set does not have. Changes the set. */
export function invert(set: RowSet, rows: number): RowSet {
  for (let w = 0; w < set.length; w++) set[w] = ~set[w]!;
  if (rows % WORD > 0) set[set.length - 1]! &= 2 ** (rows % WORD) - 1;
  return set;
}

/** The rows whose code is marked: `marks[codes[row]]` is 1, not 0. */
export function rowsMarked(codes: Uint32Array, marks: Uint8Array): RowSet {
  const set = noRows(codes.length);
  for (let w = 0, row = 0; w < set.length; w++) {
    const end = Math.min(codes.length, row + WORD);
    let word = 0;
    for (let bit = 0; row < end; row++, bit++) word |= marks[codes[row]!]! << bit;
    set[w] = word;
  }
  return set;
}

/** The rows whose number is from `lowest` to `highest`. */
export function rowsBetween(numbers: Float64Array, lowest: number, highest: number): RowSet {
  const set = noRows(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    if (number >= lowest && number <= highest) set[row >>> 5]! |= 1 << (row & 31);
  }
  return set;
}

/** Some rows of a segment. */
export function setOf(rows: number, some: Iterable<number>): RowSet {
  const set = noRows(rows);
  for (const row of some) set[row >>> 5]! |= 1 << (row & 31);
  return set;
}

/** The rows of sets that were made of them, in order. */
const listed = new WeakMap<RowSet, Uint32Array>();

/**
 * Some rows of a segment, as a set that is not changed: its rows need not be looked for.
 * @param some ascending; nothing changes them
 */
export function setOfList(rows: number, some: Uint32Array): RowSet {
  const set = setOf(rows, some);
  listed.set(set, some);
  return set;
}

/** Those rows of a set that are not in another one. */
export const without = (set: RowSet, others: RowSet): RowSet =>
  set.map((word, w) => word & ~others[w]!);

/** Rows that are in all sets, or in one of them. The sets have the same length, and there is one at least. */
export function joined(sets: readonly RowSet[], by: 'and' | 'or'): RowSet {
  const [first, ...others] = sets as [RowSet, ...RowSet[]];
  if (others.length === 0) return first;
  const set = first.slice();
  for (const other of others) {
    if (by === 'and') for (let w = 0; w < set.length; w++) set[w]! &= other[w]!;
    else for (let w = 0; w < set.length; w++) set[w]! |= other[w]!;
  }
  return set;
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of rows in a set, from word `from` on and before word `to`. */
export function countRows(set: RowSet, from = 0, to = set.length): number {
  const all = to - from === set.length && listed.get(set);
  if (all) return all.length;
  let count = 0;
  for (let w = from; w < to; w++) count += bitsOf(set[w]!);
  return count;
}

export const hasRow = (set: RowSet, row: number): boolean =>
  ((set[row >>> 5]! >>> (row & 31)) & 1) === 1;

/** Calls `each` for the rows of a set in order, from word `from` on and before word `to`. */
export function forEachRow(
  set: RowSet,
  each: (row: number) => void,
  from = 0,
  to = set.length,
): void {
  for (let w = from; w < to; w++) {
    for (let word = set[w]!; word !== 0; word &= word - 1) {
      each(WORD * w + 31 - Math.clz32(word & -word));
    }
  }
}

/**
 * The rows of a set in order, which are not changed.
 * @param count their number
 */
export function rowsIn(set: RowSet, count = countRows(set)): Uint32Array {
  const known = listed.get(set);
  if (known) return known;
  const rows = new Uint32Array(count);
  let length = 0;
  for (let w = 0; w < set.length; w++) {
    // With a sign, a word is no floating-point number.
    let word = set[w]! | 0;
    if (word === ALL) {
      for (let bit = 0; bit < WORD; bit++) rows[length++] = WORD * w + bit;
      continue;
    }
    for (; word !== 0; word &= word - 1) {
      rows[length++] = WORD * w + 31 - Math.clz32(word & -word);
    }
  }
  return rows;
}
