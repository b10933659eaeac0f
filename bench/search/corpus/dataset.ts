import { statSync } from 'node:fs';
import path from 'node:path';
import { previewDataset } from '#engine/csv/plan.ts';
import { type ColumnSpec, suggestRoles } from '#engine/schema.ts';
import { cachePath } from '../cache.ts';
import { fileSource } from '../file-source.ts';
import { corpusFile } from './csv-file.ts';

/** A CSV to build an index of. Plain data: it goes to child processes. */
export interface Dataset {
  /** Stands for the content in names of cached files. */
  readonly name: string;
  readonly csv: string;
}

/** So many generated documents. */
export const generatedDataset = async (rows: number): Promise<Dataset> => ({
  name: `generated-${rows}`,
  csv: await corpusFile(rows),
});

/** A CSV of the caller's. */
export function givenDataset(csv: string): Dataset {
  const { size, mtimeMs } = statSync(csv);
  return { name: `${path.basename(csv, '.csv')}-${size}-${Math.round(mtimeMs)}`, csv };
}

/** Roles as the upload wizard would suggest them. */
export async function rolesOf(dataset: Dataset): Promise<ColumnSpec[]> {
  const { header, sampleRows } = await previewDataset(await fileSource(dataset.csv));
  return suggestRoles(header, sampleRows);
}

/** Folder of the index that the last build of a dataset left. */
export const indexFolder = (dataset: Dataset) => cachePath(`index-${dataset.name}`);
