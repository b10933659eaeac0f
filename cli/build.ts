/** Makes the tool one file that needs nothing beside it, to be packed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { bundleTool } from './bundle.ts';

const folder = new URL('dist/', import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL('antecede-upload.mjs', folder), await bundleTool(), { mode: 0o755 });
