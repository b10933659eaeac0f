import type { GrowableBytes } from './growable.ts';

/**
 * A variable-length code of one to four bytes. The first byte determines the length, so that a decoder
 * finds the next number without a branch. One byte encodes the numbers below 176; two, three and four
 * bytes encode the next 72 × 2^8, 6 × 2^16 and 2 × 2^24 numbers, with the remaining bytes little endian.
 * Frequent terms have low numbers, and the bounds fit the frequencies of words. kernels/assembly/scan.ts uses them too.
 */
const FIRST_BYTES = [0, 176, 248, 254, 256] as const;

/** The lowest number of each length, and the number after the last. */
const STARTS = [0];
for (let tail = 0; tail < 4; tail++) {
  const firsts = FIRST_BYTES[tail + 1]! - FIRST_BYTES[tail]!;
  STARTS.push(STARTS[tail]! + firsts * 256 ** tail);
}

/** Number of bytes after the first one. */
export const tailBytes = (first: number): number =>
  (first >= FIRST_BYTES[1] ? 1 : 0) +
  (first >= FIRST_BYTES[2] ? 1 : 0) +
  (first >= FIRST_BYTES[3] ? 1 : 0);

/** For each first byte, the number whose remaining bytes are 0. */
export const CODE_BASES = Uint32Array.from({ length: 256 }, (_, first) => {
  const tail = tailBytes(first);
  return STARTS[tail]! + (first - FIRST_BYTES[tail]!) * 256 ** tail;
});

/** Appends the code of a number. */
export function appendCode(bytes: GrowableBytes, number: number): void {
  let tail = 0;
  while (number >= STARTS[tail + 1]!) tail++;
  const rest = number - STARTS[tail]!;
  bytes.push(FIRST_BYTES[tail]! + (rest >>> (8 * tail)));
  for (let shift = 0; shift < 8 * tail; shift += 8) bytes.push((rest >>> shift) & 255);
}

/** Decodes all numbers between two offsets. */
export function forEachCode(
  bytes: Uint8Array,
  from: number,
  to: number,
  each: (number: number) => void,
): void {
  for (let at = from; at < to; ) {
    const first = bytes[at++]!;
    let number = CODE_BASES[first]!;
    const tail = tailBytes(first);
    for (let i = 0; i < tail; i++) number += bytes[at++]! << (8 * i);
    each(number);
  }
}
