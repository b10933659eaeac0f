import { bytesOf, type SectionInput } from '../file/container.ts';
import { GrowableBytes } from '../file/growable.ts';
import type { Forward } from './fold-rows.ts';

/** The sections of rows as term sequences: varint term numbers + 1, each field ended by 0. */
export function forwardSections(forward: Forward): SectionInput[] {
  const bytes = new GrowableBytes();
  const offsets = new Uint32Array(forward.rows + 1);
  let at = 0;
  for (let r = 0; r < forward.rows; r++) {
    for (let f = 0; f < forward.fields; f++) {
      const end = forward.ends[r * forward.fields + f]!;
      while (at < end) bytes.varint(forward.tokens[at++]! + 1);
      bytes.varint(0);
    }
    offsets[r + 1] = bytes.length;
  }
  return [
    { name: 'forward', bytes: bytes.view() },
    { name: 'forwardOffsets', bytes: bytesOf(offsets) },
  ];
}
