import { statSync } from 'node:fs';
import path from 'node:path';
import { type ColumnSpec, preview } from '#engine';
import { cachePath } from '../cache.ts';
import { fileSource } from '../file-source.ts';
import { corpusFile } from './csv-file.ts';
import { MEAN_WORDS } from './documents.ts';

/** A CSV file to build an index from. Plain data, because it is sent to child processes. */
export interface Dataset {
  /** Identifies the content in names of cached files. */
  readonly name: string;
  readonly csv: string;
  /** Absent: those that the wizard would suggest. */
  readonly roles?: readonly ColumnSpec[];
}

/** A dataset of generated documents. */
export const generatedDataset = async (
  rows: number,
  meanWords: number = MEAN_WORDS,
): Promise<Dataset> => ({
  name: `generated-${rows}x${meanWords}`,
  csv: await corpusFile(rows, meanWords),
});

/** A dataset from the caller's CSV file. */
export function givenDataset(csv: string): Dataset {
  const { size, mtimeMs } = statSync(csv);
  return { name: `${path.basename(csv, '.csv')}-${size}-${Math.round(mtimeMs)}`, csv };
}

/** The roles of the columns: the given ones, or those that the wizard would suggest. */
export async function rolesOf(dataset: Dataset): Promise<readonly ColumnSpec[]> {
  if (dataset.roles) return dataset.roles;
  const { columns } = await preview(await fileSource(dataset.csv));
  return columns.map(({ name, suggested }) => ({ name, role: suggested }));
}

/** Folder of the last built index of a dataset. */
export const indexFolder = (dataset: Dataset) => cachePath(`index-${dataset.name}`);
