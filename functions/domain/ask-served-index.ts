import * as engine from '#engine';
import { getIndex } from '#functions/store/indexes.ts';
import { bucketSource, folderOf, getObject } from '#functions/store/indexes-bucket.ts';
import { ProductError } from '#shared/errors.ts';
import { holdWhole } from './held-source.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Files up to this size are read whole when they are opened: one request instead of many. */
const wholeFileBytes = 64 << 20;

/** Memory that searches of an index use beside what its files become, at most. */
const searchBytes = 4 << 20;

/**
 * Indexes that stay open in this function instance, by manifest. Open ones take about as much memory as
 * their files; the rest of the instance's 1,769 MB is for reading and answering.
 */
const opened = new RecentlyUsed<engine.SearchIndex>(1 << 30);

/**
 * What `ask` gets from the published version of an index. Throws `IndexNotReady` before the first one, and
 * `InvalidRequest` with the engine's words for what the index cannot do.
 */
export async function askServedIndex<T>(
  indexId: string,
  ask: (index: engine.SearchIndex) => T | Promise<T>,
): Promise<T> {
  const manifestKey = (await getIndex(indexId))?.manifest_key;
  if (!manifestKey) throw new ProductError('IndexNotReady');
  const index = await opened.get(manifestKey, () => open(manifestKey));
  try {
    return await ask(index);
  } catch (error) {
    if (error instanceof engine.QueryError) throw new ProductError('InvalidRequest', error.message);
    throw error;
  }
}

async function open(manifestKey: string) {
  const text = await getObject(manifestKey);
  if (!text) throw new Error(`The manifest ${manifestKey} is missing`);
  const manifest = engine.parseManifest(Buffer.from(text).toString());
  const folder = folderOf(manifestKey);
  const files = new Map(
    [manifest.model, ...manifest.segments].map((file) => [file.fileName, file]),
  );
  const value = await engine.open(manifest, async (fileName) => {
    const { sizeBytes } = files.get(fileName)!;
    const source = bucketSource(folder + fileName, sizeBytes);
    return sizeBytes <= wholeFileBytes ? holdWhole(source) : source;
  });
  const sizes = Array.from(files.values(), (file) => file.sizeBytes);
  return { value, sizeBytes: sizes.reduce((a, b) => a + b, searchBytes) };
}
