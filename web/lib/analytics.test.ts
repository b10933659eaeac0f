import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { chooseAnalytics } from './analytics.ts';

const sent: { url: string; body: unknown }[] = [];
vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
  sent.push({ url, body: JSON.parse(String(init.body)) });
  return Response.json({});
});
afterEach(() => {
  sent.length = 0;
});
// Other files of the same worker fetch in earnest.
afterAll(() => {
  vi.unstubAllGlobals();
});

const sentFor = (page: string) => ({ url: '/api/page-views', body: { page } });

test('tells the own API the kind of page', async () => {
  const analytics = chooseAnalytics(true, { doNotTrack: null });
  for (const path of ['/', '/prior-art/US-12345678-B1', '/terms/']) analytics.pageViewed(path);
  await eventually(() => expect(sent).toEqual(['/', '/prior-art', '/terms'].map(sentFor)));
});

test.each([
  ['the operator has not switched it on', false, {}],
  ['the browser says “Do Not Track”', true, { doNotTrack: '1' }],
  ['the browser sends Global Privacy Control', true, { globalPrivacyControl: true }],
] as const)('sends nothing when %s', async (_, countPageViews, signals) => {
  chooseAnalytics(countPageViews, signals).pageViewed('/');
  // Visits arrive in order: when this one has arrived, an earlier one would have arrived too.
  chooseAnalytics(true, {}).pageViewed('/terms');
  await eventually(() => expect(sent).toEqual([sentFor('/terms')]));
});
