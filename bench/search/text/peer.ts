/** A query as every engine gets it. */
export interface TextQuery {
  readonly text: string;
  /** In concept space, for engines that search by vector too. */
  readonly vector?: Float32Array;
  /** Only rows of this section are wanted. */
  readonly section?: string;
}

/** A text search engine under measurement. */
export interface TextPeer {
  /**
   * Makes the generated dataset of so many rows searchable; all that it does is timed.
   * @param vectors set whose `rows` are the concept vectors of the dataset's rows
   */
  build(rows: number, vectors?: string): Promise<void>;
  /** Searches for the best rows and gives their ids, as they are stored. */
  search(query: TextQuery, limit: number): Promise<readonly string[]>;
  /** The same without reading what is stored, where that can be left out: row numbers only. */
  find?(query: TextQuery, limit: number): Promise<readonly number[]>;
  /** Bytes of the index where it is known. */
  sizeBytes?(): number;
}
