import type { RowPayload } from '../search/placed-rows.ts';

/**
 * What reranking reads of a row, as one value beside the row on the cluster: scale of the concept vector and norm of
 * the association vector (four bytes each), the concept vector (a byte for each entry), and the terms as
 * `ForwardRows.bytes` has them, in the numbers of `TermNumbers`.
 */
const HEAD_BYTES = 8;

/** A payload as base64. */
export function writePayload({ scale, norm, vector, terms }: RowPayload): string {
  const bytes = Buffer.alloc(HEAD_BYTES + vector.length + terms.length);
  bytes.writeFloatLE(scale, 0);
  bytes.writeFloatLE(norm, 4);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length), HEAD_BYTES);
  bytes.set(terms, HEAD_BYTES + vector.length);
  return bytes.toString('base64');
}

/** @param width entries of a concept vector */
export function readPayload(base64: string, width: number): RowPayload {
  const bytes = Buffer.from(base64, 'base64');
  return {
    scale: bytes.readFloatLE(0),
    norm: bytes.readFloatLE(4),
    vector: new Int8Array(bytes.buffer, bytes.byteOffset + HEAD_BYTES, width),
    terms: bytes.subarray(HEAD_BYTES + width),
  };
}
