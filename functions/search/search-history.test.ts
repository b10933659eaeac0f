import { expect, test, vi } from 'vitest';
import * as queries from '#core/storage/queries.ts';
import { listSearches, type SearchRecord, searchRecord } from './search-history.ts';

vi.mock(import('#core/storage/queries.ts'), { spy: true });

const search = (at: string, item_id: string) =>
  searchRecord({
    item_id,
    at,
    kind: 'api',
    index_id: 'arxiv',
    words: 1,
    size_bytes: 1,
    tokens: 1,
    elapsed_ms: 1,
  });

/** Of two days, some of the time before searches were spread over slots. */
const stored: SearchRecord[] = Array.from({ length: 600 }, (_, i) => {
  const at = new Date(Date.UTC(2026, 10, 25, 23, 50) + i * 2000).toISOString();
  const record = search(at, `log-${(i * 7919) % 1000}-${i}`);
  return i % 5 === 0 ? { ...record, slot: undefined } : record;
});

test('staff page through the searches of all slots, newest first, each once', async () => {
  vi.mocked(queries.queryPage).mockImplementation(async (_permission, _query, values, options) => {
    const { range, limit = Infinity } = options!;
    const [from, to] = (range as { between: [string, string] }).between;
    const inRange = stored
      .filter((record) => (record.slot ?? record.day) === (values as { slot: string }).slot)
      .map((record) => ({ record, position: `${record.at}#${record.item_id}` }))
      .filter(({ position }) => position >= from && position <= to)
      .toSorted((a, b) => (a.position < b.position ? 1 : -1));
    const looked = inRange.slice(0, limit);

    const next = looked.length < inRange.length ? { sk: looked.at(-1)!.position } : undefined;
    return { found: looked, next } as never;
  });
  const days = { from: '2026-11-25', to: '2026-11-26' };
  const ids: string[] = [];
  let start: string | undefined;
  do {
    const page = await listSearches(undefined, days, {}, 50, start);
    expect(page.searches.length).toBeLessThanOrEqual(50);
    ids.push(...page.searches.map(({ item_id }) => item_id));
    start = page.next;
  } while (start);
  expect(ids).toEqual(stored.map(({ item_id }) => item_id).toReversed());
  expect(new Set(stored.map(({ slot }) => slot)).size).toBe(17);
});
