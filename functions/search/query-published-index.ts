import { env } from '#core/runtime/config.ts';
import * as engine from '#engine';
import {
  asBusy,
  bucketSource,
  folderOf,
  getIndex,
  pageShare,
  readManifest,
  roomBytes,
  searchedCluster,
  sectionShare,
} from '#functions/indexes/index.ts';
import { ProductError } from '#shared/errors.ts';
import { holdWhole } from './held-source.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Files of an index up to this size are read whole when it is opened: one request instead of many. */
const smallBytes = 8 << 20;

/** Largest memory of searches of an index, without its open files. */
const searchBytes = 4 << 20;

/** Memory of this function for open indexes. */
const roomOfFunction = () => roomBytes(Number(env('AWS_LAMBDA_FUNCTION_MEMORY_SIZE')));

/**
 * Indexes that stay open in this function instance, by manifest. Open ones take about as much memory as
 * their files; of one that is larger than the room, only pages are kept.
 */
let opened: RecentlyUsed<engine.SearchIndex> | undefined;

/**
 * Runs `ask` on the published version of an index. Throws `IndexNotReady` before the first version, and
 * `InvalidRequest` with the engine's message for an unsupported request, and `Busy` if the index is on a cluster that
 * cannot answer now, or of an earlier format and built again.
 */
export async function queryPublishedIndex<T>(
  indexId: string,
  ask: (index: engine.SearchIndex) => T | Promise<T>,
): Promise<T> {
  const manifestKey = (await getIndex(indexId))?.manifest_key;
  if (!manifestKey) throw new ProductError('IndexNotReady');
  opened ??= new RecentlyUsed(roomOfFunction());
  const index = await opened.get(manifestKey, (reserve) => open(manifestKey, reserve));
  try {
    return await ask(index);
  } catch (error) {
    if (error instanceof engine.QueryError) throw new ProductError('InvalidRequest', error.message);
    throw asBusy(error);
  }
}

async function open(
  manifestKey: string,
  reserve: (sizeBytes: number) => void,
): Promise<engine.SearchIndex> {
  const manifest = await readManifest(manifestKey);
  const room = roomOfFunction();
  const folder = folderOf(manifestKey);
  if (manifest.cluster) {
    const { fileName, sizeBytes } = manifest.model;
    const openModel = async () => bucketSource(folder + fileName, sizeBytes);
    // What searches place in memory takes less than what they read of the model.
    reserve(2 * sizeBytes);
    return engine.openClusterIndex(manifest, openModel, searchedCluster());
  }
  const files = new Map(
    [manifest.model, ...manifest.segments].map((file) => [file.fileName, file]),
  );
  const sizes = Array.from(files.values(), (file) => file.sizeBytes);
  const sizeBytes = sizes.reduce((a, b) => a + b, searchBytes);
  const residentBytes = room - searchBytes;
  const pageBytes = pageShare * residentBytes;
  const openFile = async (fileName: string) => {
    const source = bucketSource(folder + fileName, files.get(fileName)!.sizeBytes);
    return sizeBytes <= smallBytes ? holdWhole(source) : source;
  };
  reserve(Math.min(sizeBytes, room));
  const sectionBytes = sectionShare * pageBytes;
  return engine.open(manifest, openFile, { smallBytes, residentBytes, pageBytes, sectionBytes });
}
