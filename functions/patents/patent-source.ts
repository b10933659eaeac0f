import type { SearchIndex } from '#engine';
import type { CitingDocument, PatentDocument } from '#shared/patent-document.ts';
import type { FindPatent } from './find-patent.ts';

/**
 * Where patents are searched and read, by default what the catalogue serves now. Each user names the parts that it needs, so
 * that a function gets no permissions for the others.
 */
export interface PatentSource {
  search: <T>(ask: (index: SearchIndex) => Promise<T>) => Promise<T>;
  openPatents: () => Promise<FindPatent>;
  /** Throws `PatentNotFound`, as `readPatent` does. */
  readPatent: (number: string) => Promise<PatentDocument>;
  /** The latest first. */
  citedBy: (number: string) => Promise<CitingDocument[]>;
}
