import { applicationKeysOf } from '#shared/application-number.ts';
import type { SuggestedPatent } from '#shared/contract/patents.ts';
import { applicationKey } from '#shared/patent-links.ts';
import { parsePublicationNumber, toUcid, ucidStem } from '#shared/ucid.ts';
import { linksFrom, listUcids } from './patent-documents.ts';
import { readPatent, servedDocuments } from './read-patent.ts';

/** Offices whose numbers people mix up. */
const offices = ['US', 'EP', 'WO', 'JP', 'CN', 'DE', 'GB', 'FR'];
const maxSuggestions = 20;

/**
 * Publications that a number may mean which the catalogue does not have as it is written: those of the same number with
 * another kind code, those of an application, those of other offices, and their families. Throws `PatentsNotLoaded`.
 */
export async function suggestPatents(text: string): Promise<SuggestedPatent[]> {
  const version = await servedDocuments();
  const parsed = parsePublicationNumber(text);
  if (!parsed) return publicationsOf(version, text);
  const own = toUcid(text);
  const kinds = (await listUcids(version, ucidStem(parsed))).filter((ucid) => ucid !== own);
  const published = await publicationsOf(version, text);
  const others = await Promise.all(
    offices
      .filter((country) => country !== parsed.country)
      .map((country) => listUcids(version, ucidStem({ ...parsed, country }))),
  );
  const suggested: SuggestedPatent[] = [
    ...kinds.map((ucid) => ({ ucid, why: 'kind-code' as const })),
    ...published,
    ...others.flat().map((ucid) => ({ ucid, why: 'office' as const })),
  ];
  // The family of the nearest guess alone: each is a document to read.
  const [nearest] = kinds;
  const family = nearest ? ((await readPatent(nearest, version)).family ?? []) : [];
  suggested.push(...family.map(({ ucid }) => ({ ucid, why: 'family' as const })));
  const seen = new Set([own]);
  return suggested.filter(({ ucid }) => !seen.has(ucid) && seen.add(ucid)).slice(0, maxSuggestions);
}

/** Publications of an application in any usual spelling: `US 17/000,001`, `PCT/US2001/012345`, `US-17000001`. */
async function publicationsOf(version: string, text: string): Promise<SuggestedPatent[]> {
  const keys = applicationKeysOf(text) ?? [applicationKey(text)].filter((key) => key !== undefined);
  const links = await Promise.all(keys.map((key) => linksFrom(version, key)));
  const ucids = links.flatMap(({ publications }, i) => publications[keys[i]!] ?? []);
  return ucids.map((ucid) => ({ ucid, why: 'application' }));
}
