/** `@antecede/client`: what programs and pages import. */
export type { CallOptions, ConnectionOptions, Secret } from './call.ts';
export { AntecedeError } from './error.ts';
export type {
  ApiKey,
  Dataset,
  Explanation,
  Facet,
  FilePreview,
  Index,
  KeyRestrictions,
  SearchExport,
} from './generated.ts';
export { AntecedeIndex, type IndexOptions, type RowsChanged } from './index-client.ts';
export { Antecede, type Caller, type IndexDraft, type ManagementOptions } from './management.ts';
export { type IndexesAnswer, type SearchedIndex, searchIndexes } from './search-indexes.ts';
export type {
  Cell,
  Column,
  Condition,
  ExportFormat,
  ExportRequest,
  Hit,
  RowInput,
  SearchAnswer,
  SearchRequest,
  SimilarOptions,
  Sort,
} from './typed-search.ts';
export type { UploadOptions } from './upload.ts';
export { apiVersion, version } from './version.ts';
