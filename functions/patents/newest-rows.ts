import type { FilterTree, SearchFilter, SearchHit, SearchIndex } from '#engine';
import { firstTrue, toIsoDay } from './first-day.ts';

const column = 'publication_date';

/**
 * The rows that pass filters, the latest publications first and those without a date last. The index gives rows in its own
 * order, so the day is looked for from which on there are enough.
 */
export async function newestRows(
  index: SearchIndex,
  filters: readonly FilterTree[],
  limit: number,
): Promise<{ totalFound: number; hits: readonly SearchHit[] }> {
  const rows = (wanted: number, ...more: SearchFilter[]) =>
    index.search({ text: '', limit: wanted, filters: [...filters, ...more] });
  const published = (operator: SearchFilter['operator'], value: string): SearchFilter => ({
    column,
    operator,
    value,
  });
  const [dated, undated] = await Promise.all([
    rows(limit, published('exists', 'true')),
    rows(limit, published('exists', 'false')),
  ]);
  const totalFound = dated.totalFound + undated.totalFound;
  let newest = dated.hits;
  if (dated.totalFound > limit) {
    const after = (day: number) => published('>', toIsoDay(day));
    // The first day after which fewer rows than wanted were published: its own fill them up.
    const day = await firstTrue(async (day) => (await rows(1, after(day))).totalFound < limit);
    const later = (await rows(limit, after(day))).hits;
    newest = [...later, ...(await rows(limit, published('=', toIsoDay(day)))).hits];
  }
  const sorted = newest.toSorted((a, b) => dayOf(b.row).localeCompare(dayOf(a.row)));
  return { totalFound, hits: [...sorted, ...undated.hits].slice(0, limit) };
}

const dayOf = (row: Record<string, string>) => (row[column] ?? '').replaceAll('-', '');
