import { formatBytes, limits } from '#shared/limits.ts';
import type { ExportFailure } from '#shared/search-exports.ts';

/** Why an export was not written, and what to do. */
export const failureTexts: Record<ExportFailure, string> = {
  refused: 'Failed: the index was built again, and the search is not possible any more.',
  'index-gone': 'Failed: the index does not exist any more.',
  'too-large': `Failed: the file would be larger than ${formatBytes(limits.exportBytesMax)}. Please narrow the search.`,
  interrupted: 'Failed: it was interrupted several times. Please try again.',
};
