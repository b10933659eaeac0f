/** A query for an engine. */
export interface TextQuery {
  readonly text: string;
  /** In concept space, for engines that also search by vector. */
  readonly vector?: Float32Array;
  /** Filter: only rows of this section. */
  readonly section?: string;
}

/** A measured text search engine. */
export interface TextPeer {
  /**
   * Builds an index of the generated dataset. The whole call is timed.
   * @param vectors set with the concept vectors of the dataset's rows
   */
  build(rows: number, vectors?: string): Promise<void>;
  /** Searches, and returns the stored ids of the best rows. */
  search(query: TextQuery, limit: number): Promise<readonly string[]>;
  /** Searches, and returns row numbers without reading stored columns, if the engine supports it. */
  find?(query: TextQuery, limit: number): Promise<readonly number[]>;
  /** Size of the index, if known. */
  sizeBytes?(): number;
}
