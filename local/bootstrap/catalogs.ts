import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Cloud } from '#local/cloud.ts';
import { envName } from '#shared/resources.ts';
import { putObject } from './put-object.ts';
import type { State } from './state.ts';

/** Index ids of the sample catalogues; each has a file in `local/catalog/`. */
const CATALOGS = ['us_patents', 'wikipedia', 'arxiv'];

/** Puts each new or changed catalogue where operators put it, and has its index built. */
export async function loadCatalogs(cloud: Cloud, state: State): Promise<void> {
  for (const id of CATALOGS) {
    const file = fileURLToPath(new URL(`../catalog/${id}.csv`, import.meta.url));
    const data = await readFile(file);
    const hash = createHash('sha256').update(data).digest('hex');
    if (state.values.catalogs[id] === hash) continue;
    const load = functionEndingWith(cloud, '-load-catalog');
    const bucket = load.environment[envName('bucket', 'Datasets')]!;
    await putObject(cloud, { bucket, key: `data-catalog/${id}.csv`, data, type: 'text/csv' });
    await cloud.functions.invoke(load.name, { index_id: id });
    state.values.catalogs[id] = hash;
    await state.save();
  }
}

function functionEndingWith(cloud: Cloud, end: string) {
  const found = cloud.assembly.functions.find(({ name }) => name.endsWith(end));
  if (!found) throw new Error(`the assembly has no function …${end}`);
  return found;
}
