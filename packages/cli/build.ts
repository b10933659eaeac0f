/** Bundles the tool into one file without dependencies, for publication. */
import { mkdir, writeFile } from 'node:fs/promises';
import { bundleTool } from './bundle.ts';

const folder = new URL('dist/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('antecede-upload.mjs', folder), await bundleTool(), { mode: 0o755 });
