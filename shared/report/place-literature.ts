import type { Literature } from '#shared/literature.ts';
import { type Placement, placeInTime } from './date-tiers.ts';
import type { DatedPatent } from './patent-dates.ts';

/** Of no country: literature has an effect by its publication only. */
const ucid = 'XX-0-A';

/**
 * Places literature in time against a patent, as a publication of the day of its first version. Where the text that is quoted is of a later
 * version that was not published before the effective date, what the first one said has to be looked up: the tier is `unknown`. Null if
 * it is no art.
 */
export function placeLiterature(
  patent: DatedPatent,
  { published, textDate }: Pick<Literature, 'published' | 'textDate'>,
): Placement | null {
  if (!published) return null;
  const dated = (day: string) => ({ ucid, publication_date: day, priority_claims: [] });
  const placement = placeInTime(patent, dated(published));
  if (!placement || !textDate || textDate === published) return placement;
  const ofText = placeInTime(patent, dated(textDate));
  if (ofText?.tier === placement.tier) return placement;
  return {
    tier: 'unknown',
    provision: '',
    tier_reason: `First published on ${published}; the text here is of the version of ${textDate}. Read the first version`,
  };
}
