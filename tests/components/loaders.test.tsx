/** When the pages ask the server for their data. */

import { beforeEach, expect, test } from 'vitest';
import { openPage, person, signIn } from './support/open-page.tsx';
import { allRequests, answer, requestsTo } from './support/server.ts';

beforeEach(() => {
  signIn();
  answer('list-users', { output: { items: [] } });
  answer('get-dataset-files', { output: { items: [] } });
});

test.each([
  [
    '/index',
    [
      'list-indexes',
      'list-own-searches',
      'list-projects',
      'list-chat-threads',
      'list-reports',
      'get-quota',
    ],
  ],
  ['/indexes/idx_1', ['list-indexes', 'list-index-keys']],
  ['/data-catalog/us_patents', ['list-indexes', 'list-index-keys']],
  ['/data-catalog/arxiv/1913.00001', ['list-indexes']],
  ['/swagger/us_patents', ['get-index-openapi']],
  ['/search?q=bees', ['list-indexes', 'create-search-key', 'query-index']],
  ['/settings', ['get-organization', 'list-users']],
  ['/usage', ['get-usage']],
  ['/reports', ['list-reports']],
  ['/projects', ['list-projects']],
  ['/projects/prj_1', ['get-project']],
  ['/projects/prj_1/conversations/thr_1', ['open-project-conversation']],
  ['/lists', ['list-lists']],
  ['/saved-searches', ['list-saved-searches']],
  ['/lists/lst_1', ['get-list']],
  ['/search', ['list-indexes', 'create-search-key']],
  ['/claim-chart/US-99990001-B2', ['get-invalidation-report']],
  ['/docs/us_patents', ['get-index-docs']],
  ['/patents/US-99990001-B2', ['get-patent-text']],
  ['/prior-art/US-99990001-B2', ['get-prior-art']],
  ['/download-prior-art/US-99990001-B2', ['check-report-data']],
  ['/generate-invalidation/US-99990001-B2', ['check-report-data']],
  ['/chatbot', ['list-chat-threads']],
] as const)('%s loads its data while the account is still loading', async (path, endpoints) => {
  answer('get-user', 'pending');
  await openPage(path);
  for (const endpoint of endpoints) {
    await expect.poll(() => requestsTo(endpoint).length, { message: endpoint }).toBeGreaterThan(0);
  }
});

test.each([
  '/index',
  '/index/create',
  '/indexes/idx_1',
  '/data-catalog/us_patents',
  '/data-catalog/arxiv/1913.00001',
  '/dataset',
  '/search?q=bees',
  '/subscription',
  '/settings',
  '/usage',
  '/reports',
  '/claim-chart/US-99990001-B2',
  '/docs/us_patents',
  '/patents/US-99990001-B2',
  '/prior-art/US-99990001-B2',
  '/chatbot',
  '/admin/reminders',
  '/admin/pause_payment',
  '/admin/history',
  '/admin/organizations',
  '/admin/organizations/org_1',
])('%s asks for nothing twice', async (path) => {
  answer('get-user', { output: { ...person, foretheta_admin: true } });
  const page = await openPage(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).elements()).toEqual([]);
  await expect.poll(() => document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
  const requests = allRequests().map((request) => JSON.stringify(request));
  expect(requests.filter((request, position) => requests.indexOf(request) !== position)).toEqual(
    [],
  );
});

test('a page asks for nothing while it is known that the account has no organization', async () => {
  answer('get-user', { output: { ...person, org_id: undefined, role: undefined } });
  await openPage('/profile');
  await expect.poll(() => requestsTo('get-user').length).toBe(1);
  await openPage('/index');
  expect(requestsTo('list-indexes')).toEqual([]);
});
