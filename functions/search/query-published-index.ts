import { env } from '#core/runtime/config.ts';
import * as engine from '#engine';
import {
  asBusy,
  beginReads,
  begunSource,
  bucketSource,
  folderOf,
  getIndex,
  isReadWhole,
  pageShare,
  readManifest,
  roomBytes,
  searchedCluster,
  sectionShare,
} from '#functions/indexes/index.ts';
import { longColumns } from '#shared/catalog-columns.ts';
import { ProductError } from '#shared/errors.ts';
import { holdWhole } from './held-source.ts';
import { synonymsOf } from './index-synonyms.ts';
import { PublishedVersion } from './published-version.ts';
import { RecentlyUsed } from './recently-used.ts';
import { withSealedCursors } from './sealed-cursors.ts';

/** Largest memory of searches of an index, without its open files. */
const searchBytes = 4 << 20;

/** Memory of this function for open indexes. */
const roomOfFunction = () => roomBytes(Number(env('AWS_LAMBDA_FUNCTION_MEMORY_SIZE')));

/**
 * Indexes that stay open in this function instance, by manifest. Open ones take about as much memory as
 * their files; of one that is larger than the room, only pages are kept.
 */
let opened: RecentlyUsed<PublishedVersion> | undefined;

/** What a reader sees of an index. Whoever reads one says it; a caller's principal does. */
export interface Sight {
  indexId: string;
  /** The part that is seen; undefined for all of it. */
  scope: engine.Scope | undefined;
  /** With which cursors are sealed; undefined if they may be read. */
  cursorKey: string | undefined;
  /** The error if the part does not fit the columns of the index; `InvalidRequest` if absent. */
  misfit?: (message: string) => ProductError;
}

/** All of an index: for what the product does itself, and for members of the organization. */
export const wholeIndex = (indexId: string): Sight => ({
  indexId,
  scope: undefined,
  cursorKey: undefined,
});

/** Puts a question to an index. */
export type AskIndex = <T>(work: (index: engine.SearchIndex) => T | Promise<T>) => Promise<T>;

/**
 * Runs `ask` on what a reader sees of the published version of an index. Throws `IndexNotReady` before the first version, and
 * `InvalidRequest` with the engine's message for an unsupported request, and `Busy` if the index is on a cluster that
 * cannot answer now, or of an earlier format and built again.
 */
export const queryPublishedIndex = <T>(
  sight: Sight,
  ask: (index: engine.SearchIndex) => T | Promise<T>,
): Promise<T> => askPublishedIndex(sight)(ask);

/** The same for several questions, which are put to one version: the first one opens it. */
export function askPublishedIndex(sight: Sight): AskIndex {
  let published: Promise<engine.SearchIndex> | undefined;
  return async (work) => {
    try {
      published ??= openPublished(sight);
      return await work(await published);
    } catch (error) {
      if (!(error instanceof engine.QueryError)) throw asBusy(error);
      if (sight.misfit && error.code === 'bad_scope') throw sight.misfit(error.message);
      throw new ProductError('InvalidRequest', error.message);
    }
  };
}

async function openPublished({ indexId, scope, cursorKey }: Sight): Promise<engine.SearchIndex> {
  const record = await getIndex(indexId);
  const manifestKey = record?.manifest_key;
  if (!manifestKey) throw new ProductError('IndexNotReady');
  opened ??= new RecentlyUsed(roomOfFunction());
  const {
    changes_key: changesKey,
    synonyms_version: listVersion,
    first_reads: firstReads,
  } = record;
  const [version, synonyms] = await Promise.all([
    opened.get(manifestKey, (reserve) => open(manifestKey, firstReads, reserve), indexId),
    listVersion === undefined ? undefined : synonymsOf(indexId, listVersion),
  ]);
  const served = withoutLongColumns(await version.at(changesKey, scope), indexId);
  const searched = withSynonyms(served, synonyms);
  return cursorKey === undefined ? searched : withSealedCursors(searched, cursorKey);
}

/** An index whose searches leave out the long columns of a catalogue, unless they name them. */
function withoutLongColumns(index: engine.SearchIndex, indexId: string): engine.SearchIndex {
  const long = longColumns(indexId);
  if (!index.columns.some(({ name }) => long.includes(name))) return index;
  const fields = index.columns
    .filter(({ name, kind }) => kind !== 'body' && !long.includes(name))
    .map(({ name }) => name);
  const search: typeof index.search = (request) =>
    index.search({ ...request, fields: request.fields ?? fields });
  return { ...index, search };
}

/** An index whose searches apply synonyms. */
const withSynonyms = (
  index: engine.SearchIndex,
  synonyms: engine.Synonyms | undefined,
): engine.SearchIndex =>
  synonyms ? { ...index, search: (request) => index.search({ ...request, synonyms }) } : index;

async function open(
  manifestKey: string,
  firstReads: readonly number[] | undefined,
  reserve: (sizeBytes: number) => void,
): Promise<PublishedVersion> {
  const folder = folderOf(manifestKey);
  const begun = beginReads(folder, firstReads);
  const { checksum: _, ...manifest } = await readManifest(manifestKey);
  const room = roomOfFunction();
  const sourceOf = (fileName: string, sizeBytes: number) =>
    begunSource(bucketSource(folder + fileName, sizeBytes), begun.get(fileName));
  if (manifest.cluster) {
    const { fileName, sizeBytes } = manifest.model;
    const openModel = async () => sourceOf(fileName, sizeBytes);
    // What searches place in memory takes less than what they read of the model.
    reserve(2 * sizeBytes);
    const index = await engine.openClusterIndex(manifest, openModel, searchedCluster());
    return new PublishedVersion(manifest, folder, index);
  }
  const sizes = [manifest.model, ...manifest.segments].map((file) => file.sizeBytes);
  const sizeBytes = sizes.reduce((a, b) => a + b, searchBytes);
  const residentBytes = room - searchBytes;
  const pageBytes = pageShare * residentBytes;
  const openFile = async (fileName: string, fileBytes: number) => {
    const source = sourceOf(fileName, fileBytes);
    return isReadWhole(manifest) ? holdWhole(source) : source;
  };
  reserve(Math.min(sizeBytes + engine.facetBytes(manifest.rowCount), room));
  const sectionBytes = sectionShare * pageBytes;
  const options = { residentBytes, pageBytes, sectionBytes };
  return new PublishedVersion(manifest, folder, await engine.open(manifest, openFile, options));
}
