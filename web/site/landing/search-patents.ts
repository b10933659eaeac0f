import type { SearchOutput } from '#shared/assistant-tools.ts';
import { anonymousApi } from '#web/lib/anonymous-api.ts';

type Found = SearchOutput['documents'][number];

export type Hit = Pick<Found, 'ucid' | 'title' | 'conceptScore'> & { passage: string };

const hitsAsked = 9;
const hitsShown = 3;
/** Share of the best score. Hits below it are left out, because each shown hit should be an answer. */
const minShareOfBest = 0.5;

/** Searches the patents without an account. Publications of one invention are shown once. */
export async function searchPatents(query: string): Promise<Hit[]> {
  const { documents } = await anonymousApi('get-filtered-data', {
    body: { query, limit: hitsAsked, visitor: true },
  });
  return firstHits(documents);
}

/** The hits to show, the best first. */
export function firstHits(documents: readonly Found[]): Hit[] {
  const best = documents[0]?.conceptScore ?? 0;
  return documents
    .filter(({ conceptScore }) => conceptScore >= best * minShareOfBest)
    .filter(({ title }, at, all) => all.findIndex((other) => other.title === title) === at)
    .slice(0, hitsShown)
    .map(({ ucid, title, conceptScore, abstract, passages }) => ({
      ucid,
      title,
      conceptScore,
      passage: passages[0]?.text ?? abstract,
    }));
}
