/** Bundles the programs into one file each, without dependencies, for publication. */
import { mkdir, writeFile } from 'node:fs/promises';
import { bundleTools } from './bundle.ts';

const folder = new URL('dist/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, program] of Object.entries(await bundleTools())) {
  await writeFile(new URL(`${name}.mjs`, folder), program, { mode: 0o755 });
}
