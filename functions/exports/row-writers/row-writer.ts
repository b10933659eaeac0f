/** What another writer needs to go on with a sheet. */
export interface SheetState {
  crc: number;
  compressed: number;
  size: number;
}

/** Writes a file piece by piece. The pieces, one after the other, are the file. */
export interface RowWriter {
  /** What comes before the rows. */
  begin(): Uint8Array;
  /** Some rows: of each its cells, in the order of the columns. */
  rows(rows: readonly (readonly string[])[]): Uint8Array;
  /** What comes after them. */
  end(): Uint8Array;
  /** What another writer needs to go on after the last piece. */
  readonly state: SheetState | undefined;
}
