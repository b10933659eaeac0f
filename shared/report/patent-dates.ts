import type { PatentDocument } from '#shared/patent-document.ts';
import type { ReportLaw } from './report.ts';

/** What of a document decides dates. */
export type DatedPatent = Pick<
  PatentDocument,
  | 'ucid'
  | 'type'
  | 'language'
  | 'filing_date'
  | 'priority_date'
  | 'publication_date'
  | 'priority_claims'
  | 'international_filing_date'
  | 'international_language'
  | 'national_stage_date'
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
 * earlier application supports the claims is for people to judge; where the document itself raises a doubt, the basis
 * says so.
 */
export function effectiveDate(patent: DatedPatent): EffectiveDate {
  const { priority_date, priority_claims } = patent;
  const filed = filingDate(patent);
  const dated = priority_claims.filter(({ date }) => date !== undefined);
  const earliest = [priority_date, ...dated.map(({ date }) => date)]
    .filter((date) => date !== undefined)
    .toSorted()[0];
  if (earliest && (!filed || earliest < filed)) {
    const claim = dated.find(({ date }) => date === earliest);
    const named = claim
      ? `${claim.number} of ${earliest}${claim.relation ? ` (${claim.relation.replaceAll('-', ' ')})` : ''}`
      : earliest;
    return {
      date: earliest,
      basis: [`Earliest priority claimed: ${named}`, ...doubtsOf(patent, earliest)].join('. '),
    };
  }
  if (priority_claims.length > dated.length && !priority_date) {
    return { basis: 'A priority is claimed, and the document does not say of which day' };
  }
  if (!filed) return { basis: 'The document has neither a priority date nor a filing date' };
  return { date: filed, basis: `Filing date ${filed}; no earlier priority is claimed` };
}

/** Day of filing; of an international application that entered the national stage, its own (35 U.S.C. 363). */
export const filingDate = ({ filing_date, international_filing_date }: DatedPatent) =>
  international_filing_date && (!filing_date || international_filing_date < filing_date)
    ? international_filing_date
    : filing_date;

/** What in the document itself speaks against the earliest priority for all claims. */
function doubtsOf(patent: DatedPatent, earliest: string): string[] {
  const { priority_claims, type } = patent;
  const filed = filingDate(patent);
  const doubts: string[] = [];
  const part = priority_claims.find(({ relation }) => relation === 'continuation-in-part');
  if (part) {
    doubts.push(
      `What this continuation in part adds counts from its filing${filed ? ` on ${filed}` : ''}`,
    );
  }
  // Paris Convention, Art. 4C; 35 U.S.C. 119(a), (e) and 172: the year begins with the first application.
  const first = priority_claims.find(({ date }) => date === earliest);
  const isStart = first?.relation === 'foreign' || first?.relation === 'provisional';
  const later = priority_claims.flatMap(({ date, relation }) =>
    relation === 'foreign' || relation === 'provisional' || !date ? [] : date,
  );
  const next = [...later, ...(filed ? [filed] : [])]
    .filter((date) => date > earliest)
    .toSorted()[0];
  const months = type === 'design' && first?.relation === 'foreign' ? 6 : 12;
  if (isStart && next && isAfterMonths(next, earliest, months)) {
    doubts.push(`The next application of ${next} is more than ${months} months later`);
  }
  if (earliest < aiaDay && filed && filed >= aiaDay && countryOf(patent) === 'US') {
    doubts.push(
      `It was filed from ${aiaDay} on: if a claim is not supported before that day, the law of 2011 applies`,
    );
  }
  return doubts;
}

/** Days by which the end of a term may move: it may end on a weekend or holiday. */
const graceDays = 4;

function isAfterMonths(day: string, start: string, months: number): boolean {
  const end = new Date(`${start}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + months);
  end.setUTCDate(end.getUTCDate() + graceDays);
  return day > end.toISOString().slice(0, 10);
}

export const countryOf = ({ ucid }: Pick<DatedPatent, 'ucid'>) => ucid.slice(0, 2);

/** The law by which art is placed in time for a patent. */
export function lawOf(patent: DatedPatent): ReportLaw {
  const { date } = effectiveDate(patent);
  if (!date) return 'unknown';
  if (countryOf(patent) !== 'US') return 'absolute-novelty';
  return date < aiaDay ? 'pre-AIA' : 'post-AIA';
}

/** Whether a day lies more than a year before another. The year after February 29 ends on February 28. */
export function isOverAYearBefore(day: string, other: string): boolean {
  const year = String(Number(day.slice(0, 4)) + 1).padStart(4, '0');
  const anniversary = `${year}${day.slice(4)}`.replace('-02-29', '-02-28');
  return anniversary < other;
}
