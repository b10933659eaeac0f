import { expect, test, vi } from 'vitest';
import * as queries from '#core/storage/queries.ts';
import * as records from '#core/storage/records.ts';
import { listSearches } from './search-history.ts';
import { type NewSearch, putSearches, type SearchPack } from './search-packs.ts';

vi.mock(import('#core/storage/queries.ts'), { spy: true });
vi.mock(import('#core/storage/records.ts'), { spy: true });

const searches: NewSearch[] = Array.from({ length: 600 }, (_, i) => ({
  // Two at the same time, and ids in no order.
  item_id: `log-${(i * 7919) % 1000}-${i}`,
  at: new Date(Date.UTC(2026, 10, 25, 23, 50) + Math.floor(i / 2) * 4000).toISOString(),
  kind: 'api',
  index_id: 'arxiv',
  org_id: 'org_1',
  words: 1,
  size_bytes: 1,
  tokens: i,
  elapsed_ms: 1,
}));
const positionOf = ({ at, item_id }: NewSearch) => `${at}#${item_id}`;
const told = ({ at, tokens }: NewSearch) => ({ at, tokens });

/** What is stored of them, each by its partition and its place: a fifth alone, as before there were packs. */
async function store() {
  const items: { slot: string; position: string; entity: string; record: object }[] = [];
  vi.mocked(records.putRecords).mockImplementation(async (_permission, _entity, puts) => {
    for (const { keys, record } of puts) {
      const { slot } = record as SearchPack;
      items.push({ slot, position: keys.sk, entity: 'searchPack', record });
    }
  });
  const alone = searches.filter((_, i) => i % 5 === 0);
  for (const search of alone) {
    const day = search.at.slice(0, 10);
    const record = { ...search, day, owner: 'org_1', expires_at: 0 };
    items.push({ slot: day, position: positionOf(search), entity: 'search', record });
  }
  // Deliveries of log lines overlap: each function instance has its own.
  const others = searches.filter((search) => !alone.includes(search));
  for (let of = 0; of < 7; of++) await putSearches(others.filter((_, i) => i % 7 === of));
  return items;
}

test.each([undefined, 'org_1'])(
  'pages of the history of %s, undefined being everybody, have all searches, newest first, each once',
  async (owner) => {
    const stored = await store();
    vi.mocked(queries.queryPage).mockImplementation(
      async (_permission, _query, values, options) => {
        const { range, limit = Infinity } = options!;
        const [from, to] = (range as { between: [string, string] }).between;
        const inRange = stored
          .filter(({ slot }) => owner !== undefined || slot === (values as { slot: string }).slot)
          .filter(({ position }) => position >= from && position <= to)
          .toSorted((a, b) => (a.position < b.position ? 1 : -1));
        const looked = inRange.slice(0, limit);
        const sk = looked.at(-1)?.position;
        const next = looked.length < inRange.length ? { sk, gsi1sk: sk } : undefined;
        return { found: looked, next } as never;
      },
    );
    const days = { from: '2026-11-25', to: '2026-11-26' };
    const found: NewSearch[] = [];
    let start: string | undefined;
    do {
      const page = await listSearches(owner, days, {}, 50, start);
      expect(page.searches.length).toBeLessThanOrEqual(50);
      found.push(...page.searches);
      start = page.next;
    } while (start);
    expect(found.map(({ at }) => at)).toEqual(searches.map(({ at }) => at).toReversed());
    const byTokens = found.map(told).toSorted((a, b) => a.tokens - b.tokens);
    expect(byTokens).toEqual(searches.map(told));
    expect(new Set(found.map(positionOf)).size).toBe(searches.length);
    expect(found[0]).toMatchObject({ owner: 'org_1', day: '2026-11-26', index_id: 'arxiv' });
    expect(new Set(stored.map(({ slot }) => slot)).size).toBe(18);
  },
);

test('what is delivered together is a few records, none larger than an item may be', async () => {
  const put = vi.mocked(records.putRecords).mockResolvedValue();
  put.mockClear();
  const text = (i: number) => Buffer.from(String(i).repeat(350)).toString('base64').slice(0, 1000);
  await putSearches(searches.slice(0, 4).map((search, i) => ({ ...search, text: text(i) })));
  await putSearches(Array.from({ length: 900 }, (_, i) => ({ ...searches[0]!, text: text(i) })));
  const sizes = put.mock.calls.map(([, , packs]) =>
    packs.map(({ record }) => (record as SearchPack).packed.length),
  );
  expect(sizes.map((each) => each.length)).toEqual([1, 6]);
  expect(Math.max(...sizes.flat())).toBeLessThan(350_000);
});
