/**
 * The codes of a column, as they are stored: a JSON list of texts. There may be millions, and as strings they would take
 * several times their bytes. So they stay bytes, and become strings one by one, or some at a time.
 */

const QUOTE = 34;
const BACKSLASH = 92;
/** Bytes of codes that are strings at a time. */
const CHUNK_BYTES = 64 << 10;
/** Least bytes of a code: its quotes and a comma. */
const LEAST_BYTES = 3;

/** The quote that ends a text which begins at `start`. */
function endOf(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** For each code, 1 if it meets a test, else 0. */
export function testCodes(list: Uint8Array, test: (code: string) => boolean): Uint8Array {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.byteLength);
  const met = new Uint8Array(Math.ceil(bytes.length / LEAST_BYTES));
  let count = 0;
  for (let from = 1, at = from; at < bytes.length; ) {
    if (bytes[at] !== QUOTE) break;
    at = endOf(bytes, at + 1) + 2;
    if (at - from < CHUNK_BYTES && at < bytes.length) continue;
    // Before `at` is the comma, or the end of the list.
    const codes = JSON.parse(`[${bytes.toString('utf8', from, at - 1)}]`) as string[];
    for (const code of codes) met[count++] = test(code) ? 1 : 0;
    from = at;
  }
  return met.subarray(0, count);
}

/**
 * The same for a test that only codes with one of some parts can change: all others give `otherwise`. Only those are made
 * strings, so a code is found among millions in the time that reading their bytes takes.
 */
export function testCodesWith(
  list: Uint8Array,
  parts: readonly string[],
  test: (code: string) => boolean,
  otherwise: boolean,
): Uint8Array {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.byteLength);
  const met = new Uint8Array(Math.ceil(bytes.length / LEAST_BYTES));
  const wanted = parts.map((part) => Buffer.from(JSON.stringify(part).slice(1, -1)));
  const next = (part: Buffer, from: number) => {
    const at = bytes.indexOf(part, from);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const places = wanted.map((part) => next(part, 1));
  let nearest = Math.min(...places);
  let count = 0;
  for (let start = 1; bytes[start] === QUOTE; ) {
    const end = endOf(bytes, start + 1);
    let isMet = otherwise;
    if (nearest <= end) {
      isMet = test(JSON.parse(bytes.toString('utf8', start, end + 1)) as string);
      wanted.forEach((part, i) => {
        if (places[i]! <= end) places[i] = next(part, end);
      });
      nearest = Math.min(...places);
    }
    met[count++] = isMet ? 1 : 0;
    start = end + 2;
  }
  return met.subarray(0, count);
}
