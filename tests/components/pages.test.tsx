/** What holds for every page of the app. Public pages and those with data of a running stack: tests/e2e/pages.spec.ts. */

import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { leadToBlog } from '#web/app/guards.ts';
import { PlainLayout } from '#web/app/layouts/plain-layout.tsx';
import { RouteError } from '#web/app/layouts/route-error.tsx';
import { loadCode } from '#web/app/load-code.ts';
import { Providers } from '#web/app/providers.tsx';
import { loadConfig } from '#web/lib/config.ts';
import { returnPath } from '#web/lib/return-path.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, person, signIn, visit } from './support/open-page.tsx';
import { answer, sampleOf } from './support/server.ts';

beforeEach(signIn);

const heading = { level: 1 } as const;

test('the documentation of a customer asks visitors to sign in, and is where they come back to', async () => {
  visit();
  await openPage('/docs/Animals?tab=python');
  expect(location.pathname).toBe('/sign-in');
  const from = new URLSearchParams(location.search);
  expect(returnPath(from)).toBe('/docs/Animals?tab=python');
  await openPage('/docs/us_patents');
  expect(location.pathname).toBe('/docs/us_patents');
});

describe('the title stands before the account is known, and content has its place', () => {
  test.each([
    ['/index', 'Index'],
    ['/index/create', 'Create index'],
    ['/indexes/idx_1', 'Index'],
    ['/indexes/idx_1/7', 'Document'],
    ['/data-catalog/us_patents', 'Patents'],
    ['/data-catalog/arxiv/1913.00001', 'Document'],
    ['/dataset', 'Dataset'],
    ['/profile', 'Profile'],
    ['/subscription', 'Subscription'],
    ['/settings', 'Settings'],
    ['/usage', 'Usage'],
    ['/reports', 'Reports'],
    ['/projects', 'Projects'],
    ['/projects/prj_1', 'Project'],
    ['/projects/prj_1/conversations/thr_1', 'Conversation'],
    ['/lists', 'Lists'],
    ['/lists/lst_1', 'List'],
    ['/search', 'Search'],
    ['/claim-chart/US-99990001-B2', 'Claim chart'],
    ['/docs/us_patents', 'Documentation'],
    ['/chatbot', 'Dexi'],
    ['/prior-art/US-99990001-B2', 'Prior-art report'],
    ['/download-prior-art/US-99990001-B2', 'Prior-art report'],
    ['/generate-invalidation/US-99990001-B2', 'Invalidation report'],
  ])('%s', async (path, title) => {
    answer('get-user', 'pending');
    const page = await openPage(path);
    await expect.element(page.getByRole('heading', heading)).toHaveTextContent(title);
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(document.title).toBe(`${title} · Antecede`);
  });

  test.each([
    ['/admin/reminders', 'Email Reminders', 'list-reminders'],
    ['/admin/pause_payment', 'Pause Payment', 'list-organizations'],
    ['/admin/history', 'Search History', 'list-search-history'],
    ['/admin/organizations', 'Organizations', 'list-organizations'],
    ['/admin/organizations/org_1', 'Organization', 'get-organization-detail'],
  ] as const)('%s', async (path, title, endpoint) => {
    answer('get-user', { output: { ...person, foretheta_admin: true } });
    answer(endpoint, 'pending');
    const page = await openPage(path);
    await expect.element(page.getByRole('heading', heading)).toHaveTextContent(title);
    expect(document.title).toBe(`${title} · Antecede`);
  });
});

describe('pages that e2e tests do not open in each view pass axe and fit: 360 px, dark', () => {
  beforeEach(async () => {
    await browser.viewport(360, 800);
    localStorage.setItem('mantine-color-scheme-value', 'dark');
    answer('get-user', { output: { ...person, foretheta_admin: true } });
    // Every organization has a name.
    const { items } = sampleOf('list-organizations');
    const named = items.map((row) => ({ ...row, name: 'Analytical Engines' }));
    answer('list-organizations', { output: { items: named } });
    const { next: _, ...shared } = sampleOf('open-shared-chat');
    answer('open-shared-chat', { output: shared });
  });
  afterEach(() => localStorage.removeItem('mantine-color-scheme-value'));

  test.each([
    '/data-catalog/arxiv/1913.00001?q=bees',
    '/indexes/idx_1',
    '/settings',
    '/usage',
    '/reports',
    '/projects',
    '/projects/prj_1',
    '/lists',
    '/lists/lst_1',
    '/shared-chat#thr_1.rs_1',
    '/shared-report#rs_1',
    '/admin/organizations',
    '/admin/pause_payment',
    '/admin/history',
    '/admin/organizations/org_1',
    '/prior-art/US-99990001-B2',
    '/claim-chart/US-99990001-B2',
    '/download-prior-art/US-99990001-B2?download-success=1',
    '/generate-invalidation/US-99990001-B2?success=1',
  ])('%s', async (path) => {
    const page = await openPage(path);
    await expect.element(page.getByRole('heading', heading)).toBeVisible();
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).elements()).toEqual([]);
    expect(page.getByRole('alert').elements()).toEqual([]);
    await expectNoViolations();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

describe('pages for everybody have the navigation of the app for members, and the public one for visitors', () => {
  test.each(['/patents/US-99990001-B2', '/no-such-page'])('%s', async (path) => {
    // The layout finds out who is signed in when it is entered.
    await (await openPage('/index')).unmount();
    const page = await openPage(path);
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect.element(nav.getByRole('link', { name: 'Dataset' })).toBeVisible();
    await page.unmount();

    visit();
    const other = await openPage(path);
    await expect.element(other.getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(nav.getByText('Pricing').element().checkVisibility()).toBe(false);
    // What asks visitors to sign in is not among its links.
    expect(nav.getByRole('link', { name: 'Dataset' }).elements()).toEqual([]);
  });
});

test('public pages offer the app instead of the sign-in to somebody who is signed in', async () => {
  visit();
  const key = 'CognitoIdentityServiceProvider.client.LastAuthUser';
  localStorage.setItem(key, 'ada');
  onTestFinished(() => localStorage.removeItem(key));
  const page = await openPage('/prior-art/US-99990001-B2');
  await expect.element(page.getByRole('link', { name: 'Open app' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Sign In' }).elements()).toEqual([]);
});

test('/blog leads to the blog', async () => {
  const { headers } = await leadToBlog();
  expect(headers.get('location')).toBe((await loadConfig()).blogUrl);
});

test('a page whose code cannot be loaded says so inside its layout, and offers to try again', async () => {
  const router = createMemoryRouter([
    {
      lazy: loadCode(async () => ({ Component: PlainPage })),
      children: [
        {
          path: '/',
          ErrorBoundary: RouteError,
          lazy: loadCode(() => Promise.reject(new TypeError('Failed to fetch'))),
        },
      ],
      HydrateFallback: () => null,
    },
  ]);
  const page = await render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  const main = page.getByRole('main');
  await expect
    .element(main.getByRole('heading', { name: 'This page could not be shown' }))
    .toBeVisible();
  await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
});

const PlainPage = () => (
  <PlainLayout>
    <Outlet />
  </PlainLayout>
);
