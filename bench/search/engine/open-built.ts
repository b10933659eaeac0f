import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseManifest } from '#engine/manifest.ts';
import { openIndex } from '#engine/query/open.ts';
import { type Dataset, indexFolder } from '../corpus/dataset.ts';
import { fileSource } from '../file-source.ts';

/** Opens the last built index of a dataset. */
export function openBuilt(dataset: Dataset) {
  const folder = indexFolder(dataset);
  const manifest = parseManifest(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  return openIndex(manifest, (name) => fileSource(path.join(folder, name)));
}
