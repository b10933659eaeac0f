import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as engine from '#engine';
import { type Dataset, indexFolder } from '../corpus/dataset.ts';
import { fileSource } from '../file-source.ts';

/** Opens the last built index of a dataset. Its first search reads everything. */
export function openBuilt(dataset: Dataset) {
  const folder = indexFolder(dataset);
  const manifest = engine.parseManifest(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  return engine.open(manifest, (name) => fileSource(path.join(folder, name)), {
    smallBytes: Number.POSITIVE_INFINITY,
  });
}
