import type { SearchIndex } from '#engine';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { followCitations } from '#functions/reports/follow-citations.ts';
import type { KnownWords } from '#functions/reports/meaning.ts';
import { rankArt } from '#functions/reports/rank-art.ts';
import type { FoundArt } from '#functions/reports/search-art.ts';
import type { PatentDocument } from '#shared/patent-document.ts';

/** What an index of so many rows tells of words. */
export const knownWords = (index: SearchIndex, rows: number): KnownWords => ({
  words: (terms) => index.words(terms),
  rows,
});

const noCitations = { citedBy: async () => [], toUcid: async () => undefined };

/** The order of the second reading; without a floor, so that recall at 100 can be counted. No citations are followed. */
export async function readRanking(
  patent: PatentDocument,
  found: FoundArt,
  documents: ReadonlyMap<string, PatentDocument>,
  index: SearchIndex,
  floor = 0,
): Promise<string[]> {
  const find = async (ucid: string) => documents.get(ucid);
  const cited = await followCitations({ ...patent, citations: [] }, noCitations, find);
  const claims = chooseClaims('invalidation', patent);
  const { ranked } = await rankArt(
    patent,
    claims,
    found,
    cited,
    find,
    knownWords(index, documents.size),
    floor,
  );
  return ranked.map(({ ucid }) => ucid);
}
