import { parseManifest } from '#engine/manifest.ts';
import { openIndex } from '#engine/query/open.ts';
import type { SearchIndex } from '#engine/query/search-index.ts';
import { getIndex } from '#functions/store/indexes.ts';
import { bucketSource, folderOf, getObject } from '#functions/store/indexes-bucket.ts';
import { ProductError } from '#shared/errors.ts';
import { holdWhole } from './held-source.ts';

/** Files up to this size are read whole when they are opened: one request instead of many. */
const wholeFileBytes = 64 << 20;

/** Indexes that stay open in this function instance, by manifest; the least recently used goes first. */
const opened = new Map<string, Promise<SearchIndex>>();
const keptOpen = 4;

/** The published version of an index. Throws `IndexNotReady` before the first one. */
export async function openServedIndex(indexId: string): Promise<SearchIndex> {
  const manifestKey = (await getIndex(indexId))?.manifest_key;
  if (!manifestKey) throw new ProductError('IndexNotReady');
  const index = opened.get(manifestKey) ?? open(manifestKey);
  opened.delete(manifestKey);
  opened.set(manifestKey, index);
  for (const key of opened.keys()) {
    // Not closed: somebody may be searching it. Its memory goes with the last reference.
    if (opened.size > keptOpen) opened.delete(key);
  }
  // A failure must not be remembered: the next request tries again.
  index.catch(() => opened.delete(manifestKey));
  return index;
}

async function open(manifestKey: string): Promise<SearchIndex> {
  const text = await getObject(manifestKey);
  if (!text) throw new Error(`The manifest ${manifestKey} is missing`);
  const manifest = parseManifest(Buffer.from(text).toString());
  const folder = folderOf(manifestKey);
  const files = new Map(
    [manifest.model, ...manifest.segments].map((file) => [file.fileName, file]),
  );
  return openIndex(manifest, async (fileName) => {
    const { sizeBytes } = files.get(fileName)!;
    const source = bucketSource(folder + fileName, sizeBytes);
    return sizeBytes <= wholeFileBytes ? holdWhole(source) : source;
  });
}
