import { mkdir, writeFile } from 'node:fs/promises';
import { FORMAT_VERSION } from '../file/container.ts';
import { serializeManifest } from '../manifest.ts';
import { buildFromCsv } from '../test-corpus.ts';

/** Writes the golden index of the current format version: `node packages/engine/golden/write.ts`. */
const CSV = [
  'id,title,text,date,code',
  '1,Solar panels on roofs,Photovoltaic panels turn sunlight into electricity on the roof.,2019-03-01,H02S',
  '2,Wind turbines at sea,Offshore wind turbines produce electricity from strong wind.,2020-05-02,F03D',
  '3,Baking sourdough bread,"Flour, water and salt ferment before bread is baked in a hot oven.",2021-07-03,A21D',
  '4,Cheese making,Milk is curdled with rennet and the cheese ripens in a cellar.,2020-11-30,A23C',
  '5,Battery storage,Lithium batteries store electricity from photovoltaic panels.,2022-01-15,H01M',
  '6,Oven design,A hot oven with stone walls bakes bread evenly.,2018-01-01,A21B',
].join('\n');

const { manifest, files } = await buildFromCsv(CSV, { text: 'index' }, 300);
const folder = new URL(`./version-${FORMAT_VERSION}/`, import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('manifest.json', folder), serializeManifest(manifest));
for (const [name, bytes] of files) await writeFile(new URL(`${name}.bin`, folder), bytes);
