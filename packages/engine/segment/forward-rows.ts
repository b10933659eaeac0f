import type { TermRows } from '../concept/term-rows.ts';
import { GrowableBytes } from '../file/growable.ts';
import { appendCode, forEachCode } from '../file/term-code.ts';
import type { ModelTerms } from './model-terms.ts';
import type { Forward } from './project-rows.ts';

/** Rows as sequences of term numbers. */
export interface ForwardRows {
  /** Encoded term numbers + 1, with 0 at the end of each field; see `file/term-code.ts`. */
  readonly bytes: Uint8Array;
  /** Start of each row; rows + 1 entries. */
  readonly offsets: Uint32Array;
  /** Model term of each segment term, or NO_TERM. */
  readonly modelTerms: Uint32Array;
  readonly associationNorms: Float32Array;
}

/** The rows of a segment, whose encoded terms and norms come into memory later. */
export interface ForwardSource extends ModelTerms {
  /** Size of the encoded rows. */
  readonly bytes: number;
  readonly rows: number;
  /** Size of the longest encoded row. */
  readonly longest: number;
}

/** Rows as encoded term sequences. */
export interface EncodedRows {
  readonly bytes: Uint8Array;
  /** Start of each row; rows + 1 entries. */
  readonly offsets: Uint32Array;
}

/** Calls `each` for every term of a row in order, and with -1 at the end of each field. */
export function forEachToken(
  forward: EncodedRows,
  row: number,
  each: (term: number) => void,
): void {
  const { bytes, offsets } = forward;
  forEachCode(bytes, offsets[row]!, offsets[row + 1]!, (number) => each(number - 1));
}

/** A row of a segment, in the numbers of its lexicon and in those of the model. */
export interface DecodedRow extends TermRows {
  /** Model term of each token, or NO_TERM. */
  readonly modelTokens: Uint32Array;
}

/** Decodes one row. */
export function decodeRow(forward: Omit<ForwardRows, 'associationNorms'>, row: number): DecodedRow {
  const { offsets, modelTerms } = forward;
  // A code has at least one byte.
  const decoded = new Uint32Array(offsets[row + 1]! - offsets[row]!);
  const ends: number[] = [];
  let length = 0;
  forEachToken(forward, row, (term) => {
    if (term < 0) ends.push(length);
    else decoded[length++] = term;
  });
  const tokens = decoded.subarray(0, length);
  const modelTokens = tokens.map((term) => modelTerms[term]!);
  return { fieldCount: ends.length, tokens, ends: Uint32Array.from(ends), modelTokens };
}

/** Encodes the terms of all rows. */
export function encodeRows(forward: Omit<Forward, 'terms'>): EncodedRows {
  const bytes = new GrowableBytes();
  const offsets = new Uint32Array(forward.rows + 1);
  let at = 0;
  for (let r = 0; r < forward.rows; r++) {
    for (let f = 0; f < forward.fieldCount; f++) {
      const end = forward.ends[r * forward.fieldCount + f]!;
      while (at < end) appendCode(bytes, forward.tokens[at++]! + 1);
      appendCode(bytes, 0);
    }
    offsets[r + 1] = bytes.length;
  }
  return { bytes: bytes.view(), offsets };
}

/** Size of the longest row in bytes. */
export function longestRow(offsets: Uint32Array): number {
  let longest = 0;
  for (let r = 1; r < offsets.length; r++) {
    const bytes = offsets[r]! - offsets[r - 1]!;
    if (bytes > longest) longest = bytes;
  }
  return longest;
}
