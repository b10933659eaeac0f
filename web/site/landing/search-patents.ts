import type { SearchOutput } from '#shared/assistant-tools.ts';
import { anonymousApi } from '#web/lib/anonymous-api.ts';

type Found = SearchOutput['documents'][number];

export type Hit = Pick<Found, 'ucid' | 'title' | 'conceptScore'> & {
  passage: string;
  /** Whether the patent has a page. */
  hasText: boolean;
};

const hitsShown = 3;

/** Searches the patents without an account: the first hits of the search page. */
export async function searchPatents(query: string): Promise<Hit[]> {
  const { documents } = await anonymousApi('get-filtered-data', {
    body: { query, limit: hitsShown, visitor: true },
  });
  return documents.map(toHit);
}

export const toHit = ({ ucid, title, conceptScore, abstract, passages, has_text }: Found): Hit => ({
  ucid,
  title,
  conceptScore,
  hasText: has_text,
  passage: has_text ? (passages[0]?.text ?? abstract) : 'The full text of this patent is not here.',
});
