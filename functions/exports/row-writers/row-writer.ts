/** What another writer needs to go on with a sheet. */
export interface SheetState {
  crc: number;
  compressed: number;
  size: number;
}

/** What another writer needs to go on after the last piece. */
export interface WriterState {
  sheet?: SheetState | undefined;
  /** Sizes of the row groups of a Parquet file. */
  groups?: Uint8Array | undefined;
}

/** Writes a file piece by piece. The pieces, one after the other, are the file. */
export interface RowWriter {
  /** What comes before the rows. */
  begin(): Uint8Array;
  /** Some rows: of each its cells, in the order of the columns. */
  rows(rows: readonly (readonly string[])[]): Uint8Array;
  /** What comes after them. */
  end(): Uint8Array;
  /** Whether it has rows that are in no piece yet. Then its state is none to go on from. */
  readonly isHolding?: boolean;
  /** Bytes before they are packed. Absent if they are not. */
  readonly textBytes?: number;
  readonly state: WriterState;
}
