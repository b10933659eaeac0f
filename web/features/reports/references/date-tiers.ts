import type { Reference } from '#shared/report/report.ts';

/** Display names of the tiers, in the order of the report. */
export const tierNames: Record<Reference['tier'], string> = {
  'published-before': 'Published before',
  'grace-year': 'Published in the grace year',
  'filed-before': 'Filed before, published later',
  unknown: 'Dates missing',
};

/** The day of a reference on the timeline; undefined if it is not known. */
export const decidingDay = ({ tier, publication_date, priority_date, filing_date }: Reference) =>
  tier === 'filed-before' ? (priority_date ?? filing_date) : publication_date;
