/** A vector index under measurement: inner product over unit vectors of WIDTH entries. */
export interface VectorPeer {
  /** Settings from cheap to dear, as they are shown; `search` gets the place of one. */
  readonly settings: readonly string[];
  /** Makes rows searchable; all that it does is timed. */
  build(rows: Float32Array): Promise<void>;
  /** Numbers of the nearest rows. */
  search(query: Float32Array, count: number, setting: number): Neighbours | Promise<Neighbours>;
  /** Bytes of everything a search reads. */
  sizeBytes(): number;
}

type Neighbours = ArrayLike<number | bigint>;
