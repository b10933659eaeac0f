import { bytesOf, type SectionInput } from '../file/container.ts';
import { GrowableBytes } from '../file/growable.ts';
import type { Forward } from './fold-rows.ts';

/** Rows as sequences of term numbers. */
export interface ForwardRows {
  /** Varint term numbers + 1, each field ended by 0. */
  readonly bytes: Uint8Array;
  /** Start of each row; rows + 1 entries. */
  readonly offsets: Uint32Array;
  /** Model term of each segment term, NO_TERM when unknown. */
  readonly modelTerms: Uint32Array;
  readonly associationNorms: Float32Array;
}

/** Rows that have not been read yet. */
export interface ForwardSource {
  /** Size of the varints. */
  readonly bytes: number;
  readonly rows: number;
  readonly terms: number;
  read(): Promise<ForwardRows>;
  /** Inverse document frequency of a term. */
  idfOf(term: number): number;
}

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
