import type { ConceptModel } from '../concept/model.ts';
import { RowTerms } from '../query/row-terms.ts';
import type { RankedRows } from '../query/signals.ts';
import type { ForwardRows } from '../segment/forward-rows.ts';
import type { ModelTerms } from '../segment/model-terms.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { paddedWidth } from '../segment/rotation.ts';
import { VectorIndex } from '../segment/vector-index.ts';

/** What ranking reads of a row, wherever it comes from. */
export interface RowPayload {
  /** Scale of the concept vector. */
  readonly scale: number;
  /** Norm of the association vector. */
  readonly norm: number;
  readonly vector: Int8Array;
  /** Encoded as in `ForwardRows.bytes`. */
  readonly terms: Uint8Array;
}

/** A row whose vector and terms are in memory. */
export function payloadOf(
  { values, scales, width }: VectorIndex,
  { bytes, offsets, associationNorms }: Omit<ForwardRows, 'modelTerms'>,
  row: number,
): RowPayload {
  return {
    scale: scales[row]!,
    norm: associationNorms[row]!,
    vector: values.subarray(row * width, (row + 1) * width),
    terms: bytes.subarray(offsets[row], offsets[row + 1]),
  };
}

/** Cosine of a row with a concept vector, as kernels calculate it. */
export function cosineOf({ vector, scale }: RowPayload, { steps, step }: QueryVector): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * steps[i]!;
  return sum * scale * step;
}

/** Room for the rows of most searches. It doubles until a search fits. */
const ROOM = { rows: 2_048, bytes: 1 << 20, longest: 1 << 16 };

/** Rows in memory of their own, as if they were segments: the ranking of embedded indexes works on them. */
export class PlacedRows implements RankedRows {
  readonly #model: ConceptModel;
  readonly #segments: readonly ModelTerms[];
  readonly #rowCount: number;
  #room = ROOM;
  #rowTerms: RowTerms;
  #parts: readonly { readonly vectors: VectorIndex }[];

  /**
   * @param model all of it in memory
   * @param segments which terms of each are which of the model
   * @param rowCount rows of the whole index
   */
  constructor(model: ConceptModel, segments: readonly ModelTerms[], rowCount: number) {
    this.#model = model;
    this.#segments = segments;
    this.#rowCount = rowCount;
    this.#rowTerms = this.#makeRowTerms();
    this.#parts = this.#makeParts();
  }

  get rowTerms(): RowTerms {
    return this.#rowTerms;
  }

  get parts(): readonly { readonly vectors: VectorIndex }[] {
    return this.#parts;
  }

  #makeParts() {
    const width = paddedWidth(this.#model.dimensions);
    return this.#segments.map(() => ({
      vectors: new VectorIndex(width, new Float32Array(this.#room.rows)),
    }));
  }

  #makeRowTerms(): RowTerms {
    const sources = this.#segments.map((terms) => ({ ...terms, ...this.#room }));
    const rowTerms = RowTerms.of(this.#model, sources, this.#rowCount);
    rowTerms.setVectors(this.#model.associations);
    return rowTerms;
  }

  /** Takes rows in, as rows 0, 1 … of each segment. */
  place(segments: readonly (readonly RowPayload[])[]): void {
    this.#makeRoom(segments);
    for (const [s, payloads] of segments.entries()) {
      const forward = this.#rowTerms.forward(s);
      const { values, scales, width } = this.#parts[s]!.vectors;
      let at = 0;
      for (const [row, { scale, norm, vector, terms }] of payloads.entries()) {
        scales[row] = scale;
        forward.associationNorms[row] = norm;
        values.set(vector, row * width);
        forward.bytes.set(terms, at);
        at += terms.length;
        forward.offsets[row + 1] = at;
      }
    }
  }

  #makeRoom(segments: readonly (readonly RowPayload[])[]): void {
    const most = { rows: 0, bytes: 0, longest: 0 };
    for (const payloads of segments) {
      const bytes = payloads.reduce((sum, { terms }) => sum + terms.length, 0);
      most.rows = Math.max(most.rows, payloads.length);
      most.bytes = Math.max(most.bytes, bytes);
      for (const { terms } of payloads) most.longest = Math.max(most.longest, terms.length);
    }
    const { rows, bytes, longest } = this.#room;
    if (most.rows <= rows && most.bytes <= bytes && most.longest <= longest) return;
    const twice = (room: number, needed: number) => (needed > room ? 2 * needed : room);
    this.#room = {
      rows: twice(rows, most.rows),
      bytes: twice(bytes, most.bytes),
      longest: twice(longest, most.longest),
    };
    this.#rowTerms = this.#makeRowTerms();
    this.#parts = this.#makeParts();
  }
}
