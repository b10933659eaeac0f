import type { SearchFilter, SearchIndex } from '#engine';
import { firstTrue, lastDay, toIsoDay } from './first-day.ts';

export interface CorpusDates {
  first_date?: string;
  last_date?: string;
}

/** First and last publication among the rows that have words of a text: the index tells only numbers of rows. */
export async function corpusDates(index: SearchIndex, text: string): Promise<CorpusDates> {
  const counted = async (operator: '<' | '>', day: number) => {
    const condition: SearchFilter = { column: 'publication_date', operator, value: toIsoDay(day) };
    const { totalFound } = await index.search({ text, limit: 1, filters: [condition], fields: [] });
    return totalFound > 0;
  };
  if (!(await counted('<', lastDay))) return {};
  const last = await firstTrue((day) => counted('>', day).then((any) => !any));
  const after = await firstTrue((day) => counted('<', day));
  return { first_date: toIsoDay(after - 1), last_date: toIsoDay(last) };
}
