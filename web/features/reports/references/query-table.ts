import type { Report } from '#shared/report/report.ts';
import { formatNumber } from '#web/lib/format.ts';

export const queryColumns = [
  { name: 'Query' },
  { name: 'Made from' },
  { name: 'Text', wide: true },
  { name: 'Filters' },
  { name: 'Found' },
  { name: 'Looked at' },
];

/** Queries as they were run, one in a row. */
export const queryRows = (queries: Report['record']['queries']): string[][] =>
  queries.map(({ id, source, label, text, filters, found, taken }) => [
    id,
    label ? `${source} ${label}` : source,
    text,
    filters.join('; '),
    formatNumber(found),
    formatNumber(taken),
  ]);
