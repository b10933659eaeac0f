import { pageFilters, type RunnableSearch } from '#web/lib/runnable-search.ts';
import { describeFilter } from './describe-filter.ts';

/** A saved search in a line: its index, its text where its name is another one, and its filters. */
export function describeKept(
  search: RunnableSearch & { name: string },
  indexName: string | undefined,
): string {
  const line = search.text.replaceAll(/\s+/g, ' ');
  const text = line === search.name ? undefined : line;
  const filters = pageFilters(search)?.map((filter) => describeFilter(filter, []));
  const parts = [indexName, text, ...(filters ?? ['more conditions'])];
  return parts.filter((part) => part !== undefined).join(' · ');
}
