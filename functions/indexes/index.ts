/** What other features may use of `indexes`. */
export { begunSource } from './begun-source.ts';
export { changeRows } from './change-rows.ts';
export { changeIdOf, changesKeyOf, readChanges } from './changes-store.ts';
export { removeAllFromCluster, searchedCluster } from './cluster-connection.ts';
export { asBusy, clusterPrefix } from './cluster-names.ts';
export { embedQuery } from './embedder/embed-texts.ts';
export { estimateBuild } from './estimate-build.ts';
export { beginReads, isReadWhole } from './first-reads.ts';
export { prepareApiKey, removeKeysMadeBy, removeKeysOf } from './index-keys.ts';
export { deleteIndexesOf, listIndexesOf, renameIndexAuthor } from './index-owners.ts';
export {
  catalogOwner,
  findIndexByName,
  getIndex,
  getIndexes,
  type IndexRecord,
  listRunningBuilds,
  servedCatalogs,
  versionOf,
} from './indexes.ts';
export { bucketSource, folderOf, removeBuildsOf } from './indexes-bucket.ts';
export { giveBackOfDay, takeOfDay, takeOfSecond } from './key-budgets.ts';
export { getTokenKeys, hashApiKey, type KeySession, takeQuery } from './key-hashes.ts';
export { modelSeed } from './model-seed.ts';
export { pageShare, roomBytes, sectionShare } from './place-index.ts';
export { addPrepaid, beginRound, endRound, isRoundOf, type Prepaid } from './prepaid-queries.ts';
export { readManifest } from './read-manifest.ts';
export { rebuildFromDataset } from './rebuild-from-dataset.ts';
export { requireReadableIndex } from './require-readable-index.ts';
export { showKeys } from './shown-keys.ts';
export { getSynonyms } from './synonyms-store.ts';
export { apiEndpoint, buildOutcome, toIndex } from './to-index.ts';
