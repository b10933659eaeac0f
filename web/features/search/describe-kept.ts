import { columnLabel } from '#shared/column-label.ts';
import { pageFilters, type RunnableSearch } from '#web/lib/runnable-search.ts';
import { describeFilter } from './describe-filter.ts';

/** A saved search in a line: its index, its text where its name is another one, its filters and its order. */
export function describeKept(
  search: RunnableSearch & { name: string },
  indexName: string | undefined,
): string {
  const line = search.text.replaceAll(/\s+/g, ' ');
  const text = line === search.name ? undefined : line;
  const filters = pageFilters(search)?.map((filter) => describeFilter(filter, []));
  const order = search.sort && `by ${columnLabel(search.sort.column)}`;
  const parts = [indexName, text, ...(filters ?? ['more conditions']), order];
  return parts.filter((part) => part !== undefined).join(' · ');
}
