import type { SearchIndex } from '#engine';
import { queryPublishedIndex } from '#functions/search/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { type FindPatent, openPatents, patentsIndex } from './find-patent.ts';
import { readPatent } from './read-patent.ts';

/** Where patents are searched and read. */
export interface PatentSource {
  search<T>(ask: (index: SearchIndex) => Promise<T>): Promise<T>;
  openPatents(): Promise<FindPatent>;
  /** Throws `PatentNotFound`, as `readPatent` does. */
  readPatent(number: string): Promise<PatentDocument>;
}

/** What the catalogue serves now. */
export const servedPatents: PatentSource = {
  search: (ask) => queryPublishedIndex(patentsIndex, ask),
  openPatents,
  readPatent: (number) => readPatent(number),
};
