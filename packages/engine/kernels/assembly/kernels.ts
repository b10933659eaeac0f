/**
 * SIMD kernels of training and building, in AssemblyScript; compile.ts makes kernels.wasm.ts of them. Each
 * that calculates has a twin in test-kernels.ts that gives the same bits: each entry of a result is summed
 * in the same order there, and no operation is fused.
 *
 * A panel is a matrix of f32 stored in blocks of 32 columns, each block row-major: entry (r, c) lies
 * at ((c >> 5) * rows + r) * 32 + (c & 31). Sparse products walk one block at a time, so that the rows
 * of frequent terms stay in the cache; a row of a block fills eight vector registers.
 *
 * The inner loops are functions of their own, called often: V8 replaces its baseline code of a
 * function by the optimised one between calls, never within one.
 */

/** Addresses have 32 bits, so they mix with numbers. */
type Address = u32;

const ZERO = i32x4.splat(0);
/** Bytes of a row of a block. */
const BLOCK_ROW = 128;

/** sum + factor · x, f32. */
// @inline
function addF32(sum: v128, factor: v128, x: v128): v128 {
  return f32x4.add(sum, f32x4.mul(factor, x));
}

/** to[0..32) = Σ values[i] * panel[indices[i]][0..32) for one block of a panel. */
function gatherBlock(
  indices: Address,
  end: Address,
  values: Address,
  panel: Address,
  to: Address,
): void {
  // @times 8
  let s$ = ZERO;
  while (indices < end) {
    const value = v128.load32_splat(values);
    const from = panel + load<u32>(indices) * BLOCK_ROW;
    // @times 8
    s$ = addF32(s$, value, v128.load(from, 16 * $));
    indices += 4;
    values += 4;
  }
  // @times 8
  v128.store(to, s$, 16 * $);
}

/** The reverse: panel[indices[i]][0..32) += values[i] * from[0..32). */
function scatterBlock(
  indices: Address,
  end: Address,
  values: Address,
  panel: Address,
  from: Address,
): void {
  // @times 8
  const s$ = v128.load(from, 16 * $);
  while (indices < end) {
    const value = v128.load32_splat(values);
    const to = panel + load<u32>(indices) * BLOCK_ROW;
    // @times 8
    v128.store(to, addF32(v128.load(to, 16 * $), value, s$), 16 * $);
    indices += 4;
    values += 4;
  }
}

/**
 * `rows` rows of one block of image = A · panel for a sparse matrix A in compressed rows. With `columns`, which A has, it is
 * image = Aᵀ · (A · panel); `row` is room for 32 f32.
 */
export function multiply(
  starts: Address,
  rows: u32,
  indices: Address,
  values: Address,
  panel: Address,
  image: Address,
  columns: u32,
  row: Address,
): void {
  memory.fill(image, 0, columns * BLOCK_ROW);
  const end = starts + 4 * rows;
  while (starts < end) {
    const from = indices + 4 * load<u32>(starts);
    const to = indices + 4 * load<u32>(starts, 4);
    const weights = values + (from - indices);
    gatherBlock(from, to, weights, panel, columns ? row : image);
    if (columns) scatterBlock(from, to, weights, image, row);
    else image += BLOCK_ROW;
    starts += 4;
  }
}

/** to[0..4) += the four f64 of a and b */
function addPair(to: Address, a: v128, b: v128): void {
  v128.store(to, f64x2.add(v128.load(to), a));
  v128.store(to, f64x2.add(v128.load(to, 16), b), 16);
}

/** out[0..4)[0..4) += Σ x[r][0..4)ᵀ y[r][0..4) over `rows` rows of widened blocks, f64. */
function innerTile(x: Address, y: Address, rows: u32, out: Address, stride: u32): void {
  // @times 4
  let a$ = ZERO;
  // @times 4
  let b$ = ZERO;
  const end = x + 2 * BLOCK_ROW * rows;
  do {
    const y0 = v128.load(y);
    const y1 = v128.load(y, 16);
    // @times 4
    {
      const v = v128.load64_splat(x, 8 * $);
      a$ = f64x2.add(a$, f64x2.mul(v, y0));
      b$ = f64x2.add(b$, f64x2.mul(v, y1));
    }
    x += 2 * BLOCK_ROW;
    y += 2 * BLOCK_ROW;
  } while (x < end);
  // @times 4
  addPair(out + $ * stride, a$, b$);
}

/** Rows [r, r + count) of all blocks as f64, each block with room for INNER_ROWS rows. */
function widen(panel: Address, rows: u32, width: u32, r: u32, count: u32, to: Address): void {
  for (let c: u32 = 0; c < width; c += 32) {
    let from = entry(panel, rows, r, c);
    let at = to;
    for (const end = from + BLOCK_ROW * count; from < end; from += 16) {
      const v = v128.load(from);
      v128.store(at, f64x2.promote_low_f32x4(v));
      v128.store(at, f64x2.promote_low_f32x4(v128.shuffle<u64>(v, v, 1, 0)), 16);
      at += 32;
    }
    to += WIDE_BLOCK;
  }
}

/**
 * out = xᵀ · y over the rows [from, to) of two panels of `rows` rows, out width × width f64. Sums of
 * INNER_ROWS rows are added up. `half` = -1: entries left of the diagonal are left out, rounded down to
 * whole tiles; 0: none. `wide` is room for 2 × INNER_ROWS × width f64.
 */
export function inner(
  x: Address,
  y: Address,
  rows: u32,
  width: u32,
  from: u32,
  to: u32,
  half: u32,
  out: Address,
  wide: Address,
): void {
  memory.fill(out, 0, 8 * width * width);
  const right = x === y ? wide : wide + width * WIDE_COLUMN;
  for (; from < to; from += INNER_ROWS) {
    const count = min<u32>(to - from, INNER_ROWS);
    widen(x, rows, width, from, count, wide);
    if (x !== y) widen(y, rows, width, from, count, right);
    for (let i: u32 = 0; i < width; i += 4) {
      const row = out + 8 * i * width;
      for (let j = half & i; j < width; j += 4) {
        innerTile(wideEntry(wide, i), wideEntry(right, j), count, row + 8 * j, 8 * width);
      }
    }
  }
}

/** Address of column c of the first row of widened blocks. */
function wideEntry(wide: Address, c: u32): Address {
  return wide + (c >>> 5) * WIDE_BLOCK + 8 * (c & 31);
}

/** Address of entry (r, c) of a panel. */
function entry(panel: Address, rows: u32, r: u32, c: u32): Address {
  return panel + ((c >>> 5) * rows + r) * BLOCK_ROW + 4 * (c & 31);
}

/** out[0..4)[0..8) += x[0..4)[0..32) · m[0..32)[0..8) in blocks of two panels; m is packed. */
function timesTile(x: Address, m: Address, out: Address): void {
  // @times 4
  let a$ = v128.load(out, 128 * $);
  // @times 4
  let b$ = v128.load(out, 128 * $ + 16);
  const end = x + BLOCK_ROW;
  do {
    const m0 = v128.load(m);
    const m1 = v128.load(m, 16);
    // @times 4
    {
      const v = v128.load32_splat(x, 128 * $);
      a$ = addF32(a$, v, m0);
      b$ = addF32(b$, v, m1);
    }
    x += 4;
    m += 32;
  } while (x < end);
  // @times 4
  v128.store(out, a$, 128 * $);
  // @times 4
  v128.store(out, b$, 128 * $ + 16);
}

/**
 * Rows [from, to) of out = x · m for a panel x of `rows` rows and a square m, both bounds multiples
 * of 4. m is packed in strips of eight columns: entry (k, j) lies at ((j >> 3) * width + k) * 8 +
 * (j & 7). `half` = -1: m is upper triangular.
 */
export function times(
  x: Address,
  rows: u32,
  width: u32,
  from: u32,
  to: u32,
  half: u32,
  m: Address,
  out: Address,
): void {
  for (let j: u32 = 0; j < width; j += 32) {
    memory.fill(entry(out, rows, from, j), 0, (to - from) * BLOCK_ROW);
  }
  for (let r = from; r < to; r += 64) {
    const stop = min<u32>(r + 64, to);
    for (let j: u32 = 0; j < width; j += 8) {
      const last = half ? j : width - 1;
      for (let k: u32 = 0; k <= last; k += 32) {
        const strip = m + ((j >>> 3) * width + k) * 32;
        for (let i = r; i < stop; i += 4) {
          timesTile(entry(x, rows, i, k), strip, entry(out, rows, i, j));
        }
      }
    }
  }
}

/** sum + the products of two weights with four (the lower, or the upper) entries of x and of y. */
// @inline
function addLow(sum: v128, weights: v128, x: v128, y: v128): v128 {
  const pairs = v128.shuffle<u16>(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
  return i32x4.add(sum, i32x4.dot_i16x8_s(weights, pairs));
}
// @inline
function addHigh(sum: v128, weights: v128, x: v128, y: v128): v128 {
  const pairs = v128.shuffle<u16>(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
  return i32x4.add(sum, i32x4.dot_i16x8_s(weights, pairs));
}

/**
 * to[0..32) = scale * Σ weights[i] * values[indices[i]][0..32), i16 × i8 → i32, two terms at a
 * time: i8 vectors, row-major.
 */
function projectBlock(
  indices: Address,
  end: Address,
  weights: Address,
  values: Address,
  width: u32,
  scale: v128,
  to: Address,
): void {
  // @times 4
  let a$ = ZERO;
  // @times 4
  let b$ = ZERO;
  while (indices < end) {
    const v = v128.load32_splat(weights);
    const first = values + width * load<u32>(indices);
    const second = values + width * load<u32>(indices, 4);
    // @times 4
    {
      const x = v128.load8x8_s(first, 8 * $);
      const y = v128.load8x8_s(second, 8 * $);
      a$ = addLow(a$, v, x, y);
      b$ = addHigh(b$, v, x, y);
    }
    indices += 8;
    weights += 4;
  }
  // @times 4
  v128.store(to, f32x4.mul(scale, f32x4.convert_i32x4_s(a$)), 32 * $);
  // @times 4
  v128.store(to, f32x4.mul(scale, f32x4.convert_i32x4_s(b$)), 32 * $ + 16);
}

/**
 * Rows [from, to) of out = A · V, all row-major: A sparse with i16 weights and a scale for each row, a
 * row's number of entries even; V of i8, its width a multiple of 32.
 */
export function project(
  starts: Address,
  indices: Address,
  weights: Address,
  scales: Address,
  values: Address,
  width: u32,
  from: u32,
  to: u32,
  out: Address,
): void {
  out += 4 * from * width;
  for (; from < to; from++) {
    const start = load<u32>(starts + 4 * from);
    const end = indices + 4 * load<u32>(starts + 4 * from, 4);
    for (let c: u32 = 0; c < width; c += 32) {
      const scale = v128.load32_splat(scales + 4 * from);
      projectBlock(indices + 4 * start, end, weights + 2 * start, values + c, width, scale, out);
      out += BLOCK_ROW;
    }
  }
}

/** Length of an apostrophe-s at `i` that ends a word, 0 when there is none. */
function possessiveLength(i: Address, end: Address, letters: Address): u32 {
  if (i + 1 >= end) return 0;
  if (load<u8>(i) !== 39 || (load<u8>(i, 1) | 32) !== 115) return 0;
  if (i + 2 < end && load<u8>(letters + load<u8>(i, 2)) !== 0) return 0;
  return 2;
}

/** Whether two words of ASCII are the same in lower case. */
function sameWord(a: Address, b: Address, end: Address): bool {
  do {
    if ((load<u8>(a) | 32) !== (load<u8>(b) | 32)) return false;
    a++;
    b++;
  } while (b < end);
  return true;
}

/** Record `number` of `records`. */
// @inline
function recordAt(records: Address, number: u32): WORD {
  return changetype<WORD>(records + number * offsetof<WORD>());
}

/** Writes the record of a word. */
function record(
  records: Address,
  number: u32,
  hash: u32,
  start: Address,
  end: Address,
  occurrences: u32,
): void {
  const word = recordAt(records, number);
  word.hash = hash;
  word.start = start;
  word.end = end;
  word.occurrences = occurrences;
}

/**
 * Finds the words of a cell and writes the number of the record of each, two bytes, from `token`
 * on. What holds bytes beyond ASCII or is longer than MAX_WORD gets a record of its own with 0 occurrences. `table` has
 * WORD_TABLE places of two bytes: the number of a record + 1, by hash. Returns where the next token goes, or 0, with
 * nothing done, when the records might become more than MAX_WORDS; their number stands before the first.
 */
function findCellWords(
  i: Address,
  end: Address,
  letters: Address,
  table: Address,
  records: Address,
  token: Address,
): Address {
  let count = load<u32>(records - offsetof<WORD>());
  if (count + ((end - i + 1) >>> 1) > MAX_WORDS) return 0;
  while (i < end) {
    let letter: u32 = load<u8>(letters + load<u8>(i));
    if (letter === 0) {
      i++;
      continue;
    }
    const from = i;
    // FNV-1a, as `hashByte` of text/word-table.ts.
    let hash: u32 = 0x811c9dc5;
    while (letter > 1) {
      hash = (hash ^ letter) * 0x01000193;
      i++;
      letter = 0;
      if (i >= end) break;
      letter = load<u8>(letters + load<u8>(i));
    }
    let number = count;
    if (letter !== 0 || i - from > MAX_WORD) {
      while (i < end && load<u8>(letters + load<u8>(i)) !== 0) i++;
      // The record includes possessive endings, so that its reader need not look beyond its end.
      for (let length: u32 = 1; length !== 0; i += length) {
        length = possessiveLength(i, end, letters);
      }
      record(records, count, 0, from, i, 0);
    } else {
      for (let slot = hash ^ (hash >>> 15); ; slot++) {
        const place = table + 2 * (slot & (WORD_TABLE - 1));
        const taken: u32 = load<u16>(place);
        if (taken === 0) {
          store<u16>(place, count + 1);
          record(records, count, hash, from, i, 1);
          break;
        }
        const word = recordAt(records, taken - 1);
        if (word.hash !== hash || word.end - word.start !== i - from) continue;
        if (!sameWord(word.start, from, i)) continue;
        number = taken - 1;
        word.occurrences++;
        break;
      }
    }
    count += u32(number === count);
    store<u16>(token, number);
    token += 2;
    i += possessiveLength(i, end, letters);
  }
  store<u32>(records - offsetof<WORD>(), count);
  return token;
}

/**
 * Finds the words of `count` cells, each given by where its text begins and ends in memory, see
 * `findCellWords`. For each cell the number of tokens up to its end is written; `ends` begins with the
 * number of cells that were done, the records begin with their number.
 */
export function findWords(
  cells: Address,
  count: u32,
  letters: Address,
  table: Address,
  records: Address,
  tokens: Address,
  ends: Address,
): void {
  memory.fill(table, 0, 2 * WORD_TABLE);
  store<u32>(records, 0);
  let token = tokens;
  let cell: u32 = 0;
  for (; cell < count; cell++) {
    const text = changetype<SPAN>(cells);
    const first = records + offsetof<WORD>();
    token = findCellWords(text.start, text.end, letters, table, first, token);
    if (token === 0) break;
    store<u32>(ends + 4 * cell, (token - tokens) >>> 1, 4);
    cells += offsetof<SPAN>();
  }
  store<u32>(ends, cell);
}

/** A state of a trie. */
// @inline
function stateAt(states: Address, state: u32): TRIE_STATE {
  return changetype<TRIE_STATE>(states + state * offsetof<TRIE_STATE>());
}

/**
 * Writes the codes of the longest tokens that a text consists of; returns where they end. `tokens` has the
 * token that ends at each state of the trie, -1 for none. As `TokenTrie.longest` and `TokenEncoder.encode`
 * of file/.
 */
function encodeText(
  at: Address,
  end: Address,
  states: Address,
  tokens: Address,
  out: Address,
): Address {
  while (at < end) {
    let state: u32 = load<u8>(at);
    let found = load<u32>(tokens + 4 * state);
    at++;
    for (let next = at; next < end; ) {
      const child = stateAt(states, state).children + load<u8>(next);
      if (stateAt(states, child).parent !== state + 1) break;
      state = child;
      next++;
      const token = load<u32>(tokens + 4 * state);
      if (token !== u32.MAX_VALUE) {
        found = token;
        at = next;
      }
    }
    if (found < SHORT_CODES) {
      store<u8>(out, found);
      out++;
    } else {
      found -= SHORT_CODES;
      store<u8>(out, SHORT_CODES + (found >>> 8));
      store<u8>(out, found, 1);
      out += 2;
    }
  }
  return out;
}

/**
 * The same for `count` texts, each given by where it begins and ends in memory; writes where the codes
 * of each end.
 */
export function encodeTexts(
  texts: Address,
  count: u32,
  states: Address,
  tokens: Address,
  out: Address,
  ends: Address,
): void {
  const last = texts + count * offsetof<SPAN>();
  for (; texts < last; texts += offsetof<SPAN>()) {
    const text = changetype<SPAN>(texts);
    out = encodeText(text.start, text.end, states, tokens, out);
    store<u32>(ends, out);
    ends += 4;
  }
}
