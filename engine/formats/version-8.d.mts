import type { Manifest } from '../manifest.ts';
import type { OpenFile } from '../query/open.ts';
import type { DictionaryTerm, SearchRequest, SearchResult } from '../query/search-index.ts';

/** An opened index of format version 8. */
export interface EarlierIndex {
  search(request: SearchRequest): Promise<SearchResult>;
  vector(text: string): number[];
  dictionary(text: string, limit: number): DictionaryTerm[];
  close(): void;
}

export function openIndex(
  manifest: Pick<Manifest, 'schema' | 'model' | 'segments'>,
  open: OpenFile,
): Promise<EarlierIndex>;
