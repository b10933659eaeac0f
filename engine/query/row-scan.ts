import type { ForwardRows } from '../segment/forward-scan.ts';

/** Calls `each` for every term of a row in order; -1 ends each field. */
export function forEachToken(
  forward: ForwardRows,
  row: number,
  each: (term: number) => void,
): void {
  const { bytes, offsets } = forward;
  const end = offsets[row + 1]!;
  let at = offsets[row]!;
  while (at < end) {
    let value = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    each(value - 1);
  }
}
