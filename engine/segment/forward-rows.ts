import { bytesOf, type SectionInput } from '../file/container.ts';
import { GrowableBytes } from '../file/growable.ts';
import { appendCode, forEachCode } from '../file/term-code.ts';
import type { Forward } from './fold-rows.ts';

/** Rows as sequences of term numbers. */
export interface ForwardRows {
  /** Codes of term numbers + 1, each field ended by 0; see `file/term-code.ts`. */
  readonly bytes: Uint8Array;
  /** Start of each row; rows + 1 entries. */
  readonly offsets: Uint32Array;
  /** Model term of each segment term, NO_TERM when unknown. */
  readonly modelTerms: Uint32Array;
  readonly associationNorms: Float32Array;
}

/** Rows that have not been read yet. */
export interface ForwardSource {
  /** Size of the codes. */
  readonly bytes: number;
  readonly rows: number;
  readonly terms: number;
  /** Start of each row. */
  readOffsets(): Promise<Uint32Array>;
  /** Reads the codes into an array of their size. */
  readBytes(target: Uint8Array): Promise<void>;
  /** All else. */
  readTerms(): Promise<Pick<ForwardRows, 'modelTerms' | 'associationNorms'>>;
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
  forEachCode(bytes, offsets[row]!, offsets[row + 1]!, (number) => each(number - 1));
}

/** The sections of rows as term sequences: codes of term numbers + 1, each field ended by 0. */
export function forwardSections(forward: Forward): SectionInput[] {
  const bytes = new GrowableBytes();
  const offsets = new Uint32Array(forward.rows + 1);
  let at = 0;
  for (let r = 0; r < forward.rows; r++) {
    for (let f = 0; f < forward.fields; f++) {
      const end = forward.ends[r * forward.fields + f]!;
      while (at < end) appendCode(bytes, forward.tokens[at++]! + 1);
      appendCode(bytes, 0);
    }
    offsets[r + 1] = bytes.length;
  }
  return [
    { name: 'forward', bytes: bytes.view() },
    { name: 'forwardOffsets', bytes: bytesOf(offsets) },
  ];
}
