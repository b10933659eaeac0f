import type { SearchFilter, SearchIndex } from '#engine';

const dayMs = 86_400_000;

/** Days since 1970 between which all patents were published. */
const firstDay = Date.parse('1790-01-01') / dayMs;
const lastDay = Date.parse('2100-01-01') / dayMs;

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

const toIsoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** The first day for which a condition holds that holds for all days after it; `lastDay` if it never holds. */
async function firstTrue(holds: (day: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [firstDay, lastDay];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
