import type { FileRecord } from './datasets.ts';
import { fileNameOf } from './file-name.ts';

/** A recorded file as a dataset. */
export const toDataset = ({ file_key, size_bytes, modified_at, author }: FileRecord) => ({
  id: file_key,
  dataset_name: fileNameOf(file_key),
  size: size_bytes,
  modified_at,
  author,
});
