import { beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { SearchAnalytics, Usage } from '#shared/contract/usage.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, person, signIn } from './support/open-page.tsx';
import { answer, requestId, requestsTo, sampleOf } from './support/server.ts';

const key = {
  id: 'key_1',
  name: 'Web shop',
  api_key: '••••abcd',
  creation_date: '2026-11-01T00:00:00.000Z',
};
const none = { searches: 0, empty: 0, failed: 0, p50: null, p95: null, p99: null };
const some = { searches: 4, empty: 1, failed: 0, p50: 12, p95: 30, p99: 41.5 };
const usage: Usage = {
  days: [
    { day: '2026-11-21', ...none },
    { day: '2026-11-22', ...some },
  ],
  total: some,
  rows: [
    {
      day: '2026-11-22',
      index_id: 'us_patents',
      kind: 'api',
      key_id: 'key_1',
      searches: 3,
      empty: 0,
      failed: 0,
    },
    { day: '2026-11-22', index_id: 'idx_1', kind: 'product', searches: 1, empty: 1, failed: 0 },
  ],
  confidential: false,
  quota: { per_day: 10_000, used_today: 4, left: 9996 },
  storage: { files: 2, size_bytes: 1_500_000 },
  indexes: [
    {
      index_id: 'idx_1',
      name: 'Notes',
      rows: 12,
      built_at: '2026-11-20T10:00:00.000Z',
      build: 'failed',
    },
  ],
};

const analytics: SearchAnalytics = {
  confidential: false,
  searches: 4,
  clicks: 1,
  frequent: [{ text: 'queen bees', searches: 3, empty: 0, clicks: 1, position: 2 }],
  without_results: [{ text: 'unicorns', searches: 1, empty: 1, clicks: 0 }],
  without_clicks: [],
  opened: [{ index_id: 'us_patents', row: 'US-1-A', clicks: 1 }],
};

beforeEach(async () => {
  await browser.viewport(360, 800);
  signIn();
  answer('get-usage', { output: usage });
  answer('get-search-analytics', { output: analytics });
  answer('list-index-keys', { output: { us_patents: [key] } });
});

test('shows the remaining quota, searches by index and key, and stored data and builds', async () => {
  const page = await openPage('/usage');
  await expect
    .element(page.getByText('9,996 of 10,000 queries are left until midnight UTC.'))
    .toBeVisible();
  const sources = page.getByRole('table', { name: 'Searches by index and key' });
  const rows = sources.getByRole('row').elements();
  expect(rows[1]!.textContent).toContain('Patents');
  await expect.poll(() => rows[1]!.textContent).toContain('Web shop');
  expect(rows[2]!.textContent).toContain('Notes');
  expect(rows[2]!.textContent).toContain('Search page');
  await expect.element(page.getByText('25.0 %')).toBeVisible();
  await expect.element(page.getByText('2 datasets, 1.50 MB.')).toBeVisible();
  const builds = page.getByRole('table', { name: 'Builds' });
  expect(builds.element().textContent).toContain('Failed');
  const queries = page.getByRole('table', { name: 'Most frequent queries' });
  await expect.element(queries.getByText('queen bees')).toBeVisible();
  const empty = page.getByRole('table', { name: 'Queries that found nothing' });
  await expect.element(empty.getByText('unicorns')).toBeVisible();
  const opened = page.getByRole('table', { name: 'Most opened rows' });
  await expect.element(opened.getByText('US-1-A')).toBeVisible();
  await page.getByLabelText('Asked by').selectOptions('Web shop');
  await expect
    .poll(() => requestsTo('get-search-analytics').at(-1)?.address)
    .toBe('/api/usage/searches?key_id=key_1');
  await page.getByLabelText('Searches by day of').selectOptions('Notes, Search page');
  await expect
    .element(page.getByRole('img', { name: 'Notes, Search page, 2 days, at most 1' }))
    .toBeVisible();
  await page.getByText('Figures: Time to the answer').click();
  const figures = page.getByRole('region', { name: 'Figures: Time to the answer' });
  await expect.element(figures.getByText('30 ms')).toBeVisible();
  await expectNoViolations();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('says that there are no searches yet, and that texts are not stored', async () => {
  answer('get-usage', {
    output: { ...usage, rows: [], total: none, confidential: true, indexes: [] },
  });
  const page = await openPage('/usage');
  await expect.element(page.getByText(/Nothing was searched on these days/)).toBeVisible();
  await expect.element(page.getByText('The texts of your queries are not kept.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download as CSV' })).toBeDisabled();
});

test('a failure shows the request id and can be retried', async () => {
  answer('get-usage', { failure: 'Internal' });
  const page = await openPage('/usage');
  await expect.element(page.getByText(requestId)).toBeVisible();
  answer('get-usage', { output: usage });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Storage and builds' })).toBeVisible();
});

test.each([1, 2, 3, 4])('any answer that fits the contract can be shown: %i', async (seed) => {
  answer('get-usage', { output: sampleOf('get-usage', seed) });
  answer('get-search-analytics', { output: sampleOf('get-search-analytics', seed) });
  const page = await openPage('/usage');
  await expect.element(page.getByRole('heading', { name: 'Storage and builds' })).toBeVisible();
});

test('only admins see the switch for search texts', async () => {
  answer('update-query-texts', { output: { confidential: true, earlier_texts: 'hidden' } });
  const page = await openPage('/settings');
  const toggle = page.getByRole('switch', { name: /^Do not keep the texts of our searches/ });
  await toggle.click();
  await expect
    .poll(() => requestsTo('update-query-texts')[0]?.body)
    .toEqual({
      org_id: person.org_id,
      auth_user_id: person.auth_user_id,
      confidential: true,
    });
  await page.unmount();

  signIn();
  answer('get-user', { output: { ...person, role: 'member' } });
  const other = await openPage('/settings');
  await expect.element(other.getByRole('heading', { name: 'Team' })).toBeVisible();
  expect(other.getByRole('heading', { name: 'Confidential searches' }).elements()).toEqual([]);
});

test('the team is told apart by five colours, one after the other', async () => {
  const [member] = sampleOf('list-users').items;
  const items = Array.from({ length: 6 }, (_, at) => ({
    ...member!,
    user_id: `user_${at}`,
    email: `${at}@team.example`,
    full_name: `Person ${at}`,
  }));
  answer('list-users', { output: { items } });
  const page = await openPage('/settings');
  const team = page.getByRole('table', { name: 'Team' });
  await expect.element(team.getByText('P5')).toBeVisible();
  const avatars = [...team.element().querySelectorAll('[data-colour]')];
  const colours = avatars.map((avatar) => getComputedStyle(avatar).backgroundColor);
  expect(new Set(colours.slice(0, 5)).size).toBe(5);
  expect(colours[5]).toBe(colours[0]);
});
