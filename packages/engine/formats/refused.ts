import { DatasetError } from '../errors.ts';

/** The error of a file in a format that is not read, which it names. */
export const refused = (
  what: string,
  todo = 'Export the table as CSV, JSON lines, Parquet or Excel (.xlsx) and upload that.',
) => new DatasetError('not_csv', `This is ${what}, not a table that is read here. ${todo}`);
