/** What other features may use of `datasets`. */

export {
  deleteAuthorsOf,
  expectedUpload,
  type FileRecord,
  listFileRecords,
  listFilesBy,
  renameAuthor,
  storedBytesOf,
} from './datasets.ts';
export {
  catalogKey,
  catalogSource,
  datasetSource,
  fileKey,
  headCatalogFile,
  headFile,
  isCatalogFile,
  isOwnFile,
  listFiles,
  ownSource,
  removeFilesOf,
} from './datasets-bucket.ts';
export { departed } from './departed-uploaders.ts';
export { fileNameOf } from './file-name.ts';
export { findDataset, findOwnFile } from './find-file.ts';
export {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  isNotOpen,
  listAllParts,
  type MultipartRef,
  uploadPart,
} from './multipart-uploads.ts';
export { recordUploads } from './record-uploads.ts';
export { requireDatasetName } from './require-dataset-name.ts';
export { sourceIdOf } from './source-id.ts';
export { trialRoom, writeWithinTrial } from './write-within-trial.ts';
