/** A measured vector index: inner product over unit vectors of WIDTH entries. */
export interface VectorPeer {
  /** Names of the settings, from cheap to expensive. `search` gets the index of one. */
  readonly settings: readonly string[];
  /** Builds the index. The whole call is timed. */
  build(rows: Float32Array): Promise<void>;
  /** Numbers of the nearest rows. */
  search(query: Float32Array, count: number, setting: number): Neighbours | Promise<Neighbours>;
  /** Size of the data that searches read. */
  sizeBytes(): number;
}

type Neighbours = ArrayLike<number | bigint>;
