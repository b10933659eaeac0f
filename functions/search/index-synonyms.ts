import { Synonyms } from '#engine';
import { getSynonyms } from '#functions/indexes/index.ts';
import { readSynonyms } from '#shared/synonyms.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Characters of the lists that stay in this function instance. Their tables take some twenty bytes for each. */
const keptCharacters = 500_000;

const kept = new RecentlyUsed<Synonyms>(keptCharacters);

/**
 * The synonyms of an index, read again when they have changed.
 * @param version that the index names
 */
export const synonymsOf = (indexId: string, version: string): Promise<Synonyms> =>
  kept.get(`${indexId} ${version}`, async (reserve) => {
    const lines = (await getSynonyms(indexId))?.lines ?? [];
    reserve(lines.join('').length);
    return new Synonyms(readSynonyms(lines));
  });
