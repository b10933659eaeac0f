import type { SearchIndex } from '#engine';
import { embedQuery } from '#functions/indexes/index.ts';

/** What decides whether a search has a vector, and which. */
type Ranked = Pick<Parameters<SearchIndex['search']>[0], 'text' | 'vector' | 'sort'>;

/** What ranks a search beside its words. */
export interface VectorOfText {
  readonly vector?: readonly number[] | undefined;
  /** Whether the model of the installation gave the vector, or should have. */
  readonly isVectorOfText: boolean;
}

/**
 * The vector of a search, or that of its text from the model that embedded the rows, which costs something.
 * @param usage the model is not asked for a caller whose call is refused; absent where nobody counts it
 */
export async function vectorOfText(
  index: Pick<SearchIndex, 'isEmbedded'>,
  { text, vector, sort }: Ranked,
  usage: Promise<unknown> | undefined,
): Promise<VectorOfText> {
  const isAsked = index.isEmbedded && vector === undefined && sort === undefined;
  if (!isAsked || text.trim() === '') return { vector, isVectorOfText: false };
  await usage;
  return { vector: await embedQuery(text), isVectorOfText: true };
}

/** An index whose ranked searches are asked with the vector of their text, as those of the page are. */
export const withVectorsOfTexts = (
  index: SearchIndex,
  usage: Promise<unknown> | undefined,
): SearchIndex => ({
  ...index,
  search: async (request) =>
    index.search({ ...request, ...(await vectorOfText(index, request, usage)) }),
});
