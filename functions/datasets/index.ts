/** What other features may use of `datasets`. */

export {
  deleteAuthorsOf,
  type FileRecord,
  listFileRecords,
  listFilesBy,
  renameAuthor,
} from './datasets.ts';
export {
  catalogKey,
  catalogSource,
  datasetSource,
  headCatalogFile,
  isCatalogFile,
  isOwnFile,
  listFiles,
  removeFilesOf,
} from './datasets-bucket.ts';
export { departed } from './departed-uploaders.ts';
export { fileNameOf } from './file-name.ts';
export { findDataset, findOwnFile } from './find-file.ts';
export { recordUploads } from './record-uploads.ts';
