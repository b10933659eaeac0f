import { expect, it } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

/** Opens things of a size and counts how often each was opened. */
function opener() {
  const counts: Record<string, number> = {};
  const kept = new RecentlyUsed<string>(100);
  const use = (key: string, sizeBytes: number) =>
    kept.get(key, async (reserve) => {
      counts[key] = (counts[key] ?? 0) + 1;
      reserve(sizeBytes);
      return `the ${key}`;
    });
  return { counts, use, kept };
}

it('opens a thing once for several uses, also at the same time', async () => {
  const { counts, use } = opener();
  expect(await Promise.all([use('a', 40), use('a', 40), use('b', 40)])).toEqual([
    'the a',
    'the a',
    'the b',
  ]);
  await use('a', 40);
  expect(counts).toEqual({ a: 1, b: 1 });
});

it('releases the least recently used thing when the room is full', async () => {
  const { counts, use } = opener();
  await use('a', 40);
  await use('b', 40);
  await use('a', 40);
  await use('c', 40);
  await use('a', 40);
  expect(counts).toEqual({ a: 1, b: 1, c: 1 });
  await use('b', 40);
  expect(counts).toEqual({ a: 1, b: 2, c: 1 });
});

it('releases what does not fit beside a thing before that thing takes memory', async () => {
  const { counts, use, kept } = opener();
  await use('a', 60);
  let again: Promise<string> | undefined;
  await kept.get('b', async (reserve) => {
    reserve(60);
    again = use('a', 60);
    return 'the b';
  });
  expect(await again).toBe('the a');
  expect(counts).toEqual({ a: 2 });
});

it('keeps the most recently used thing, even if it is too large', async () => {
  const { counts, use } = opener();
  await use('a', 10);
  await use('large', 1_000);
  await use('large', 1_000);
  await use('a', 10);
  expect(counts).toEqual({ a: 2, large: 1 });
});

it('tries again after a failure', async () => {
  const { counts, use, kept } = opener();
  const failing = kept.get('a', () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  expect(await use('a', 10)).toBe('the a');
  expect(counts).toEqual({ a: 1 });
});

it('keeps one version of a thing: the others are released when it is opened', async () => {
  const counts: Record<string, number> = {};
  const kept = new RecentlyUsed<string>(100);
  const use = (key: string, of: string) =>
    kept.get(
      key,
      async (reserve) => {
        counts[key] = (counts[key] ?? 0) + 1;
        reserve(10);
        return key;
      },
      of,
    );
  await use('first build', 'animals');
  await use('other', 'plants');
  await use('second build', 'animals');
  await use('second build', 'animals');
  await use('other', 'plants');
  expect(counts).toEqual({ 'first build': 1, other: 1, 'second build': 1 });
  await use('first build', 'animals');
  expect(counts['first build'], 'it was released').toBe(2);
});
