import type { PatentDocument } from '#shared/patent-document.ts';
import type { ReportLaw } from './report.ts';

/** What of a document decides dates. */
export type DatedPatent = Pick<
  PatentDocument,
  'ucid' | 'filing_date' | 'priority_date' | 'publication_date' | 'priority_claims'
>;

/** First day of the law of 2011 (AIA, first inventor to file). */
export const aiaDay = '2013-03-16';

export interface EffectiveDate {
  /** Absent if the document does not tell it. */
  date?: string;
  /** In plain words. */
  basis: string;
}

/**
 * The effective filing date that a patent claims: its earliest priority, else its filing. Whether the
 * earlier application supports the claims is for people to judge.
 */
export function effectiveDate(patent: DatedPatent): EffectiveDate {
  const { filing_date, priority_date, priority_claims } = patent;
  const dated = priority_claims.filter(({ date }) => date !== undefined);
  const earliest = [priority_date, ...dated.map(({ date }) => date)]
    .filter((date) => date !== undefined)
    .toSorted()[0];
  if (earliest && (!filing_date || earliest < filing_date)) {
    const claim = dated.find(({ date }) => date === earliest);
    const named = claim
      ? `${claim.number} of ${earliest}${claim.relation ? ` (${claim.relation.replaceAll('-', ' ')})` : ''}`
      : earliest;
    return { date: earliest, basis: `Earliest priority claimed: ${named}` };
  }
  if (priority_claims.length > dated.length && !priority_date) {
    return { basis: 'A priority is claimed, and the document does not say of which day' };
  }
  if (!filing_date) return { basis: 'The document has neither a priority date nor a filing date' };
  return { date: filing_date, basis: `Filing date ${filing_date}; no earlier priority is claimed` };
}

export const countryOf = ({ ucid }: Pick<DatedPatent, 'ucid'>) => ucid.slice(0, 2);

/** The law by which art is placed in time for a patent. */
export function lawOf(patent: DatedPatent): ReportLaw {
  const { date } = effectiveDate(patent);
  if (!date) return 'unknown';
  if (countryOf(patent) !== 'US') return 'absolute-novelty';
  return date < aiaDay ? 'pre-AIA' : 'post-AIA';
}

/**
 * Days between which the effective filing date in the United States lies, which counts for pre-AIA 102(b) and
 * (e): without foreign priorities. Both are the same unless the document leaves open what kind of
 * application its priority is. Undefined without any date of filing.
 */
export function usFilingDate(
  patent: DatedPatent,
): { earliest: string; latest: string } | undefined {
  const { filing_date, priority_date, priority_claims } = patent;
  const own = priority_claims.filter((claim) => !isForeign(claim));
  const known = [filing_date, ...own.map(({ date }) => date)].filter((date) => date !== undefined);
  const latest = known.toSorted()[0];
  if (!latest) return undefined;
  const explained =
    own.every(({ date }) => date !== undefined) &&
    priority_claims.some((claim) => isForeign(claim) && claim.date === priority_date);
  const open = priority_date !== undefined && priority_date < latest && !explained;
  return { earliest: open ? priority_date : latest, latest };
}

/** International applications have the effect of one in the United States (35 U.S.C. 363). */
const isForeign = ({ number, relation }: DatedPatent['priority_claims'][number]) =>
  relation ? relation === 'foreign' : !/^(?:US|WO|PCT)/i.test(number);

/** Whether a day lies more than a year before another. The year after February 29 ends on February 28. */
export function isOverAYearBefore(day: string, other: string): boolean {
  const year = String(Number(day.slice(0, 4)) + 1).padStart(4, '0');
  const anniversary = `${year}${day.slice(4)}`.replace('-02-29', '-02-28');
  return anniversary < other;
}
