/** Run by `open-memory.test.ts` in a process of its own: searches an index page by page and prints the memory it took. */
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManifest } from '../manifest.ts';
import type { SearchRequest } from '../query/search-index.ts';
import { vectorColumn } from '../schema.ts';
import type { ByteSource } from '../source.ts';
import { openIndex } from './open.ts';

const [folder = '', pageMb = '', ...texts] = process.argv.slice(2);

async function sourceOf(name: string): Promise<ByteSource> {
  const file = await openFile(join(folder, name));
  return {
    sizeBytes: (await file.stat()).size,
    isLocal: true,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      await file.read(bytes, 0, length, offset);
      return bytes;
    },
  };
}

const text = await sourceOf('manifest.json');
const manifest = parseManifest(new TextDecoder().decode(await text.read(0, text.sizeBytes)));
const before = process.memoryUsage.rss();
let most = before;
const pageBytes = Number(pageMb) * 2 ** 20;
const index = await openIndex(manifest, sourceOf, { smallBytes: 0, residentBytes: 0, pageBytes });

async function search(request: Omit<SearchRequest, 'limit'>): Promise<void> {
  await index.search({ ...request, limit: 10 });
  most = Math.max(most, process.memoryUsage.rss());
}

for (const query of texts) await search({ text: query });
const own = vectorColumn(manifest.schema);
if (own) {
  const vector = Array.from({ length: own.dimensions! }, (_, i) => (i % 3) - 1);
  await search({ text: texts[0]!, vector });
}
for (const { name, role, kind } of manifest.schema.columns) {
  if (role !== 'metadata' || kind === 'vector') continue;
  await search({ text: texts[0]!, filters: [{ column: name, operator: 'exists' }] });
}
console.log(most - before);
