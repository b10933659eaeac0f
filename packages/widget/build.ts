/** Makes what is published: `dist/`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { bundleWidget } from './bundle.ts';

const dist = new URL('dist/', import.meta.url);
await mkdir(dist, { recursive: true });
await writeFile(new URL('antecede-search.js', dist), await bundleWidget());
