/** Number of consecutive symbols that use the same table. */
const GROUP_SYMBOLS = 50;
const MAX_CODE_BITS = 20;
/** Codes up to this length are decoded with one look-up. */
const FAST_BITS = 10;

/** One Huffman code. */
interface CodeTable {
  /** For each value of the next `FAST_BITS` bits: symbol and code length, or 0 for longer codes. */
  readonly fast: Uint16Array;
  /** For each length: the last code, padded to 20 bits with ones; and the offset from a code to its index in `symbols`. */
  readonly last: Int32Array;
  readonly base: Int32Array;
  readonly symbols: Uint16Array;
}

interface BlockTables {
  readonly bytes: Uint8Array;
  readonly selectors: Uint8Array;
  readonly tables: readonly CodeTable[];
}

/** Reads the tables at the head of a block; undefined if they are invalid. `read` reads a number of bits. */
export function readTables(read: (bits: number) => number): BlockTables | undefined {
  const bytes: number[] = [];
  const used = read(16);
  for (let high = 0; high < 16; high++) {
    if (!(used & (0x8000 >> high))) continue;
    const row = read(16);
    for (let low = 0; low < 16; low++) if (row & (0x8000 >> low)) bytes.push(high * 16 + low);
  }
  const tableCount = read(3);
  const selectors = new Uint8Array(read(15));
  if (tableCount < 2 || tableCount > 6 || selectors.length === 0) return undefined;
  const order = Array.from({ length: tableCount }, (_, i) => i);
  for (let i = 0; i < selectors.length; i++) {
    let index = 0;
    while (read(1)) if (++index >= tableCount) return undefined;
    const [chosen] = order.splice(index, 1);
    order.unshift(chosen!);
    selectors[i] = chosen!;
  }
  const tables: CodeTable[] = [];
  for (let i = 0; i < tableCount; i++) {
    const lengths = readLengths(read, bytes.length + 2);
    if (!lengths) return undefined;
    tables.push(codeTable(lengths));
  }
  return { bytes: Uint8Array.from(bytes), selectors, tables };
}

function readLengths(read: (bits: number) => number, count: number): Uint8Array | undefined {
  const lengths = new Uint8Array(count);
  let length = read(5);
  for (let i = 0; i < count; i++) {
    for (;;) {
      if (length < 1 || length > MAX_CODE_BITS) return undefined;
      if (!read(1)) break;
      length += read(1) ? -1 : 1;
    }
    lengths[i] = length;
  }
  return lengths;
}

/**
 * Decodes the symbols of a block to bytes, undoing move-to-front and run-length coding.
 * @param window must contain the rest of the block
 * @param bit position of the first symbol in the window
 * @param counts receives the number of occurrences of each byte
 * @returns number of bytes and the bit position after the block; undefined if the codes are invalid
 */
export function readSymbols(
  { bytes, selectors, tables }: BlockTables,
  window: Uint8Array,
  bit: number,
  out: Uint32Array,
  maxLength: number,
  counts: Uint32Array,
): { length: number; bit: number } | undefined {
  const order = Uint8Array.from({ length: 256 }, (_, i) => bytes[i] ?? 0);
  const end = bytes.length + 1;
  let length = 0;
  let runUnit = 1;
  let run = 0;
  // The lowest `valid` bits of `buffer` are input: 25 to 32 bits as long as there is input.
  let next = bit >>> 3;
  let buffer = window[next++]! & (0xff >> (bit & 7));
  let valid = 8 - (bit & 7);
  for (const selector of selectors) {
    const { fast, last, base, symbols } = tables[selector]!;
    for (let i = 0; i < GROUP_SYMBOLS; i++) {
      while (valid <= 24) {
        if (next >= window.length) return undefined;
        buffer = (buffer << 8) | window[next++]!;
        valid += 8;
      }
      const quick = fast[(buffer >>> (valid - FAST_BITS)) & ((1 << FAST_BITS) - 1)]!;
      let symbol: number;
      if (quick !== 0) {
        symbol = quick >>> 5;
        valid -= quick & 31;
      } else {
        const code = (buffer >>> (valid - MAX_CODE_BITS)) & ((1 << MAX_CODE_BITS) - 1);
        let bits = 1;
        while (bits <= MAX_CODE_BITS && code > last[bits]!) bits++;
        if (bits > MAX_CODE_BITS) return undefined;
        symbol = symbols[(code >>> (MAX_CODE_BITS - bits)) - base[bits]!]!;
        valid -= bits;
      }
      if (symbol <= 1) {
        run += runUnit << symbol;
        runUnit <<= 1;
        if (run > maxLength) return undefined;
        continue;
      }
      if (run > 0) {
        if (length + run > maxLength) return undefined;
        const byte = order[0]!;
        out.fill(byte, length, length + run);
        counts[byte] = counts[byte]! + run;
        length += run;
        run = 0;
        runUnit = 1;
      }
      if (symbol === end) return { length, bit: next * 8 - valid };
      if (length >= maxLength) return undefined;
      const position = symbol - 1;
      const byte = order[position]!;
      if (position < 16) for (let p = position; p > 0; p--) order[p] = order[p - 1]!;
      else order.copyWithin(1, 0, position);
      order[0] = byte;
      counts[byte] = counts[byte]! + 1;
      out[length++] = byte;
    }
  }
  return undefined;
}

/** The canonical Huffman code with the given lengths. */
function codeTable(lengths: Uint8Array): CodeTable {
  const fast = new Uint16Array(1 << FAST_BITS);
  const last = new Int32Array(MAX_CODE_BITS + 1);
  const base = new Int32Array(MAX_CODE_BITS + 1);
  const symbols = new Uint16Array(lengths.length);
  let code = 0;
  let placed = 0;
  for (let bits = 1; bits <= MAX_CODE_BITS; bits++) {
    base[bits] = code - placed;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== bits) continue;
      if (bits <= FAST_BITS) {
        const shift = FAST_BITS - bits;
        fast.fill((symbol << 5) | bits, code << shift, (code + 1) << shift);
      }
      symbols[placed++] = symbol;
      code++;
    }
    last[bits] = (code << (MAX_CODE_BITS - bits)) - 1;
    code <<= 1;
  }
  return { fast, last, base, symbols };
}
