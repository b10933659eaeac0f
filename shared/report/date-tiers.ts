import {
  countryOf,
  type DatedPatent,
  effectiveDate,
  isOverAYearBefore,
  lawOf,
} from './patent-dates.ts';
import type { Reference } from './report.ts';
import { effectDay, usFilingDate } from './us-filing.ts';

/** Where a reference stands in time. */
export type Placement = Pick<Reference, 'tier' | 'provision' | 'tier_reason'>;

/**
 * Places a reference in time against a patent, by the rules in docs/reports.md. Null if it is no art: it was published
 * and filed too late. Where a date that decides is missing, the tier is `unknown`.
 */
export function placeInTime(patent: DatedPatent, reference: DatedPatent): Placement | null {
  const law = lawOf(patent);
  if (law === 'unknown') return unknown('The effective filing date of the patent is not known');
  if (law === 'pre-AIA') return beforeAia(patent, reference);
  return law === 'post-AIA' ? afterAia(patent, reference) : absolute(patent, reference);
}

function afterAia(patent: DatedPatent, reference: DatedPatent): Placement | null {
  const date = effectiveDate(patent).date!;
  const filed = effectiveDate(reference);
  const published = reference.publication_date;
  if (!published) return withoutPublication(filed.date, date);
  const after = `the effective filing date of ${date}`;
  if (published < date) {
    if (isOverAYearBefore(published, date)) {
      const reason = `Published on ${published}, more than a year before ${after}`;
      return place('published-before', '35 U.S.C. 102(a)(1)', reason);
    }
    const also =
      counts(reference) && filed.date && filed.date < date
        ? `. It was also effectively filed before, on ${filed.date}: 35 U.S.C. 102(a)(2)`
        : '';
    const reason = `Published on ${published}, within the year before ${after}: a disclosure by or from the inventors does not count${also}`;
    return place('grace-year', '35 U.S.C. 102(a)(1)', reason);
  }
  if (!counts(reference)) return null;
  if (!filed.date) return unknown(`Published on ${published}, and ${lower(filed.basis)}`);
  if (filed.date >= date) return null;
  const reason = `Published on ${published}, not before ${after}, and effectively filed before it, on ${filed.date}${ifDesignated(reference)}`;
  return place('filed-before', '35 U.S.C. 102(a)(2)', reason);
}

/** Only these have an effect as of their filing: United States patents and applications, and international ones. */
const counts = (reference: DatedPatent) => ['US', 'WO'].includes(countryOf(reference));

function beforeAia(patent: DatedPatent, reference: DatedPatent): Placement | null {
  const date = effectiveDate(patent).date!;
  const own = usFilingDate(patent);
  const published = reference.publication_date;
  if (!published) {
    const latest = own && own.latest > date ? own.latest : date;
    return withoutPublication(effectiveDate(reference).date, latest);
  }
  if (own && isOverAYearBefore(published, own.earliest)) {
    const reason = `Published on ${published}, more than a year before the filing in the United States on ${own.earliest}`;
    return place('published-before', 'pre-AIA 35 U.S.C. 102(b)', reason);
  }
  if (!own || isOverAYearBefore(published, own.latest)) {
    if (!own && published >= date) return filedBefore(date, reference, published);
    return unknown(
      `Published on ${published}, and the document does not tell the filing in the United States, from which the year of pre-AIA 102(b) counts`,
    );
  }
  if (published < date) {
    const reason = `Published on ${published}, before the priority of ${date} and not more than a year before the filing in the United States on ${own.latest}: an earlier invention overcomes it`;
    return place('grace-year', 'pre-AIA 35 U.S.C. 102(a)', reason);
  }
  return filedBefore(date, reference, published);
}

/** Pre-AIA 102(e). */
function filedBefore(date: string, reference: DatedPatent, published: string): Placement | null {
  if (!counts(reference)) return null;
  const filed = effectDay(reference);
  if (filed === 'never') return null;
  const told = `Published on ${published}, not before the effective filing date of ${date}`;
  if (!filed) return unknown(`${told}, and the document does not tell its filing`);
  const { earliest, latest, open } = filed;
  if (earliest >= date) return null;
  if (latest === undefined || latest >= date) return unknown(`${told}, and ${open}`);
  const stage = latest === reference.national_stage_date ? ', when it met 35 U.S.C. 371' : '';
  const reason = `${told}, and filed before it in the United States, on ${latest}${stage}${ifDesignated(reference)}`;
  return place('filed-before', 'pre-AIA 35 U.S.C. 102(e)', reason);
}

/** Rules of Europe and of international search; of other countries as far as those agree. */
function absolute(patent: DatedPatent, reference: DatedPatent): Placement | null {
  const date = effectiveDate(patent).date!;
  const country = countryOf(patent);
  const filed = effectiveDate(reference);
  const published = reference.publication_date;
  if (!published) return withoutPublication(filed.date, date);
  if (published < date) {
    const reason = `Published on ${published}, before the effective date of ${date}`;
    return place('published-before', provisions[country]?.published ?? 'absolute novelty', reason);
  }
  const other = countryOf(reference);
  if (country !== 'WO' && other !== country && other !== 'WO') return null;
  if (!filed.date) return unknown(`Published on ${published}, and ${lower(filed.basis)}`);
  if (filed.date >= date) return null;
  const designated = effectIn(country, date, reference);
  const reason = `Published on ${published}, not before the effective date of ${date}, and filed earlier, on ${filed.date}${designated}: it counts for novelty only`;
  return place('filed-before', provisions[country]?.filed ?? earlierApplication, reason);
}

const provisions: Record<string, { published: string; filed: string }> = {
  EP: { published: 'Art. 54(2) EPC', filed: 'Art. 54(3) EPC' },
  WO: { published: 'Rule 64.1 PCT', filed: 'Rule 64.3 PCT' },
};
const earlierApplication = 'earlier application';

/** Whether a reference may be combined with others. What counts for novelty only may not. */
export const isCombinable = ({ tier, provision }: Pick<Reference, 'tier' | 'provision'>) =>
  tier !== 'filed-before' || provision.includes('U.S.C.');

/** Nothing is published before it is filed; all else stays open. */
const withoutPublication = (filed: string | undefined, date: string) =>
  filed && filed >= date ? null : unknown('The document does not say when it was published');

const place = (tier: Placement['tier'], provision: string, tier_reason: string): Placement => ({
  tier,
  provision,
  tier_reason,
});
const unknown = (reason: string) => place('unknown', '', reason);
const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

const ifDesignated = (reference: DatedPatent) =>
  countryOf(reference) === 'WO' ? ', if it designated the United States' : '';

/** First day of the revised EPC. Before, designations counted (Art. 54(4) EPC 1973). */
const revisedDay = '2007-12-13';

/** Conditions under which an earlier application counts, which the document does not tell. */
function effectIn(country: string, date: string, reference: DatedPatent): string {
  const isInternational = countryOf(reference) === 'WO' && country !== 'WO';
  const entered = isInternational ? `, if it took effect in ${country}` : '';
  if (country !== 'EP') return entered;
  const language = reference.international_language ?? reference.language;
  // Art. 153(4) and (5) EPC.
  const isForeign = isInternational && language && !['en', 'de', 'fr'].includes(language);
  const translated = isForeign ? ' with a translation' : '';
  const designated = date < revisedDay ? ', for the states that both designate' : '';
  return `${entered}${translated}${designated}`;
}
