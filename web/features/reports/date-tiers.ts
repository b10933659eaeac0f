import type { Reference } from '#shared/report/report.ts';

/** Names of the tiers for people, in the order in which a report tells them. */
export const tierNames: Record<Reference['tier'], string> = {
  'published-before': 'Published before',
  'grace-year': 'Published in the grace year',
  'filed-before': 'Filed before, published later',
  unknown: 'Dates missing',
};

/** The day that places a reference on the line of time; undefined if it is not known. */
export const decidingDay = ({ tier, publication_date, priority_date, filing_date }: Reference) =>
  tier === 'filed-before' ? (priority_date ?? filing_date) : publication_date;
