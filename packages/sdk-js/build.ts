/** Makes what is published: `dist/`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { clientFiles } from './bundle.ts';

const dist = new URL('dist/', import.meta.url);
await mkdir(new URL('types/', dist), { recursive: true });
for (const [name, text] of Object.entries(await clientFiles())) {
  await writeFile(new URL(name, dist), text);
}
