import type { DatasetErrorCode } from '../../errors.ts';
import type { Encoding } from '../encoding.ts';
import type { Reading } from '../table.ts';

/** A small file with its expected outcome. */
export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The customer's settings in the wizard. */
  readonly reading?: Reading;
  /** The error that refuses the file, or the table that it is read as. */
  readonly outcome: DatasetErrorCode | CorpusTable;
}

export interface CorpusTable {
  readonly header: readonly string[];
  /** All rows, or the first ones. */
  readonly rows: readonly (readonly string[])[];
  readonly encoding?: Encoding;
  /** Number of rows; that of `rows` if absent. */
  readonly count?: number;
  /** Lines of the rows that are left out. */
  readonly rejects?: readonly number[];
  readonly repairs?: number;
  /** Lines of rows with damaged characters. */
  readonly damaged?: readonly number[];
  readonly hasHeader?: boolean;
  readonly skippedLines?: number;
}

export const file = (
  name: string,
  content: string | Uint8Array,
  outcome: CorpusFile['outcome'],
  reading?: Reading,
): CorpusFile => ({
  name,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  outcome,
  reading,
});
