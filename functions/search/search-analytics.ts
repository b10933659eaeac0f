import type { SearchAnalytics } from '#shared/contract/usage.ts';
import { limits } from '#shared/limits.ts';
import type { ClickRecord } from './clicks.ts';
import type { SearchRecord } from './search-packs.ts';

type Searched = SearchAnalytics['frequent'][number];

/** What a text is compared by: spellings with other spaces or capitals are the same text. */
const known = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Texts by how often they were searched for and what was opened, and rows by how often they were opened.
 * @param searches newest first, so that a text is told as it was typed last
 */
export function analyticsOf(
  searches: readonly SearchRecord[],
  clicks: readonly ClickRecord[],
): Pick<SearchAnalytics, 'frequent' | 'without_results' | 'without_clicks' | 'opened'> {
  const texts = new Map<string, Searched>();
  const found = new Set<Searched>();
  for (const { text, results, failure } of searches) {
    if (!text) continue;
    const searched = texts.get(known(text)) ?? { text, searches: 0, empty: 0, clicks: 0 };
    texts.set(known(text), searched);
    searched.searches += 1;
    if (failure !== undefined || results === undefined) continue;
    if (results === 0) searched.empty += 1;
    else found.add(searched);
  }
  const places = new Map<Searched, { sum: number; count: number }>();
  const rows = new Map<string, SearchAnalytics['opened'][number]>();
  for (const { text, index_id, row, position } of clicks) {
    const opened = rows.get(`${index_id} ${row}`) ?? { index_id, row, clicks: 0 };
    rows.set(`${index_id} ${row}`, opened);
    opened.clicks += 1;
    const searched = texts.get(known(text));
    if (!searched) continue;
    searched.clicks += 1;
    if (position === undefined) continue;
    const { sum, count } = places.get(searched) ?? { sum: 0, count: 0 };
    places.set(searched, { sum: sum + position, count: count + 1 });
  }
  for (const [searched, { sum, count }] of places) {
    searched.position = Math.round((10 * sum) / count) / 10;
  }
  const all = [...texts.values()];
  const most = (list: readonly Searched[], by: 'searches' | 'empty') =>
    list.toSorted((a, b) => b[by] - a[by]).slice(0, limits.analysedListed);
  const unopened = all.filter((searched) => found.has(searched) && searched.clicks === 0);
  return {
    frequent: most(all, 'searches'),
    without_results: most(
      all.filter(({ empty }) => empty > 0),
      'empty',
    ),
    without_clicks: clicks.length > 0 ? most(unopened, 'searches') : [],
    opened: [...rows.values()]
      .toSorted((a, b) => b.clicks - a.clicks)
      .slice(0, limits.analysedListed),
  };
}
