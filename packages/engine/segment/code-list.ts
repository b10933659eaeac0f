import { GrowableU32 } from '../file/growable.ts';

/**
 * The codes of a column, as they are stored: a JSON list of texts. There may be millions, and as strings they would take
 * several times their bytes. So they stay bytes, and become strings one by one, or some at a time.
 */

const QUOTE = 34;
const BACKSLASH = 92;
/** Bytes of codes that are strings at a time. */
const CHUNK_BYTES = 64 << 10;
/** Of the hash FNV-1a, see http://www.isthe.com/chongo/tech/comp/fnv/. */
const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
/** Least bytes of a code: its quotes and a comma. */
const LEAST_BYTES = 3;
/** With more texts, testing every code is as fast as looking for the texts. */
const MAX_TEXTS = 8;

/**
 * Calls `visit` for the codes with a number that is not 0 in an array, in their order.
 * @param reads may take a code as its bytes between two places; those for which it returns false are visited
 */
export function forEachCode(
  list: Uint8Array,
  wanted: ArrayLike<number>,
  visit: (code: string, number: number) => void,
  reads?: (bytes: Uint8Array, start: number, end: number, number: number) => boolean,
): void {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.byteLength);
  for (let start = 1, number = 0; bytes[start] === QUOTE; number++) {
    const end = endOf(bytes, start + 1);
    if (wanted[number] !== 0 && !reads?.(bytes, start + 1, end, number)) {
      visit(JSON.parse(bytes.toString('utf8', start, end + 1)), number);
    }
    start = end + 2;
  }
}

/** Where each code begins. */
export function startsOf(list: Uint8Array): Uint32Array {
  const starts = new GrowableU32();
  for (let at = 1; list[at] === QUOTE; at = endOf(list, at + 1) + 2) starts.push(at);
  return starts.view().slice();
}

/** The code that begins at a place. */
export const codeAt = (list: Uint8Array, start: number): string =>
  JSON.parse(new TextDecoder().decode(list.subarray(start, endOf(list, start + 1) + 1)));

/** FNV-1a of some bytes. */
function hashOf(bytes: Uint8Array): number {
  let hash = FNV_BASIS;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash;
}

/** For each of some texts that are among the codes, its number. */
export function numbersOf(list: Uint8Array, texts: Iterable<string>): Map<string, number> {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.byteLength);
  const wanted = Map.groupBy(texts, (text) => hashOf(Buffer.from(JSON.stringify(text).slice(1))));
  const found = new Map<string, number>();
  for (let at = 1, number = 0; bytes[at] === QUOTE; number++) {
    const start = at++;
    let hash = FNV_BASIS;
    for (let byte = bytes[at]!; ; byte = bytes[++at]!) {
      hash = Math.imul(hash ^ byte, FNV_PRIME);
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) hash = Math.imul(hash ^ bytes[++at]!, FNV_PRIME);
    }
    const like = wanted.get(hash);
    if (like) {
      const code = JSON.parse(bytes.toString('utf8', start, at + 1)) as string;
      if (like.includes(code)) found.set(code, number);
    }
    at += 2;
  }
  return found;
}

/** Tells without reading codes as strings which of them a test may change: all others give `otherwise`. */
export interface CodeHint {
  /** What such a code has, in the bytes of its JSON, a character for each. */
  readonly pattern: RegExp;
  readonly otherwise: boolean;
}

const bytesInPattern = (text: string) =>
  Array.from(
    Buffer.from(JSON.stringify(text).slice(1, -1)),
    (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');

/**
 * A hint for a test that only codes with one of some texts can change; undefined if it would not help.
 * @param hasGaps whether spaces, dashes and slashes may stand between the characters
 */
export function codesWith(
  texts: readonly string[],
  hasGaps: boolean,
  otherwise: boolean,
): CodeHint | undefined {
  if (texts.length > MAX_TEXTS || texts.includes('')) return undefined;
  // Other spaces and dashes are not ASCII, or escaped.
  const gap = hasGaps ? '(?:[ /\\-\\x80-\\xff]|\\\\[tnrf]|\\\\u00..)*' : '';
  const sources = texts.map((text) => Array.from(text, bytesInPattern).join(gap));
  return { pattern: new RegExp(sources.join('|'), 'g'), otherwise };
}

/** The quote that ends a text which begins at `start`. */
function endOf(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** For each code, 1 if it meets a test, else 0. */
export function testCodes(
  list: Uint8Array,
  test: (code: string) => boolean,
  hint?: CodeHint,
): Uint8Array {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.byteLength);
  const met = new Uint8Array(Math.ceil(bytes.length / LEAST_BYTES));
  let count = 0;
  /** Ends of the codes of a chunk, each after the comma or the end of the list. */
  let ends: number[] = [];
  for (let from = 1, at = from; at < bytes.length; ) {
    if (bytes[at] !== QUOTE) break;
    at = endOf(bytes, at + 1) + 2;
    ends.push(at);
    if (at - from < CHUNK_BYTES && at < bytes.length) continue;
    if (hint) testMatching(bytes, from, ends, test, hint, met.subarray(count));
    else {
      const codes = JSON.parse(`[${bytes.toString('utf8', from, at - 1)}]`) as string[];
      for (const [i, code] of codes.entries()) met[count + i] = test(code) ? 1 : 0;
    }
    count += ends.length;
    ends = [];
    from = at;
  }
  return met.subarray(0, count);
}

/** Tests the codes of a chunk that a hint names. */
function testMatching(
  bytes: Buffer,
  from: number,
  ends: readonly number[],
  test: (code: string) => boolean,
  { pattern, otherwise }: CodeHint,
  met: Uint8Array,
): void {
  const end = ends.at(-1)!;
  met.fill(otherwise ? 1 : 0, 0, ends.length);
  const text = bytes.toString('latin1', from, end);
  pattern.lastIndex = 0;
  for (let code = 0, found = pattern.exec(text); found; found = pattern.exec(text)) {
    while (ends[code]! <= from + found.index) code++;
    const start = code > 0 ? ends[code - 1]! : from;
    met[code] = test(JSON.parse(bytes.toString('utf8', start, ends[code]! - 1)) as string) ? 1 : 0;
    // On with the next code.
    pattern.lastIndex = ends[code]! - from;
  }
}
