import { beforeEach, expect, test } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, signIn } from './support/open-page.tsx';
import { answer, requestId, sampleOf } from './support/server.ts';

beforeEach(() => {
  signIn();
  const [key] = Object.values(sampleOf('list-index-keys')).flat();
  answer('list-index-keys', { output: { us_patents: [{ ...key!, api_key: 'ak_made_up' }] } });
  const near = { ucid: 'US-99990007-A', title: 'Ladder rack', conceptScore: 0.5 };
  answer('query-index', { output: { totalFoundItems: 1, foundItems: [near] } });
});

const ladder: PatentDocument = {
  ucid: 'US-99990001-B2',
  title: 'Hinge for a folding ladder',
  abstract: 'A hinge locks at two angles.',
  claims: [
    { number: 1, text: 'A hinge comprising:\na pawl; and\na spring.', dependsOn: [] },
    { number: 2, text: 'The hinge of claim 1, wherein the pawl is of steel.', dependsOn: [1] },
  ],
  paragraphs: [
    { number: 1, heading: 'BACKGROUND', text: 'Ladders fold and pinch fingers.' },
    { number: 12, printed: 12, text: 'The pawl 4 drops into a notch 5 under its own weight.' },
  ],
  filing_date: '2014-03-04',
  priority_date: '2013-03-05',
  publication_date: '2016-07-08',
  grant_date: '2016-07-08',
  family_id: '99990001',
  kind_code: 'B2',
  assignees: ['Ladder Works'],
  inventors: ['Ada Plum'],
  cpc: ['E06C1/18'],
  citations: [{ number: 'US-99990002-A' }, { number: 'JP 12-3' }],
  priority_claims: [{ number: 'US-99/1', date: '2013-03-05', relation: 'provisional' }],
};

test('a patent is shown with claims, dependencies, numbered paragraphs, dates and family', async () => {
  answer('get-patent-text', { output: ladder });
  const page = await openPage('/patents/US-99990001-B2');
  await expect.element(page.getByRole('heading', { level: 1, name: ladder.title })).toBeVisible();
  const claims = page.getByRole('region', { name: 'Claims' });
  await expect.element(claims.getByText('Independent claim')).toBeVisible();
  await expect.element(claims.getByRole('link', { name: '1' })).toHaveAttribute('href', '#claim-1');
  const description = page.getByRole('region', { name: 'Description' });
  await expect.element(description.getByRole('heading', { name: 'BACKGROUND' })).toBeVisible();
  await expect.element(description.getByText('[0012]')).toBeVisible();
  await expect.element(page.getByText('Mar 4, 2014')).toBeVisible();
  await expect.element(page.getByText('99990001', { exact: true })).toBeVisible();
  await expect.element(page.getByText('US-99/1, Mar 5, 2013 (provisional)')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'US-99990002-A' })).toBeVisible();
  expect(page.getByRole('link', { name: 'JP 12-3' }).elements()).toEqual([]);
  expect(page.getByRole('mark').elements()).toEqual([]);
  await expectNoViolations();
});

test.each([
  ['part=claim&number=2&start=0&end=9', 'The hinge'],
  ['part=paragraph&number=12&start=4&end=10', 'pawl 4'],
  ['part=abstract&start=2&end=7', 'hinge'],
  ['q=folding+hinges&quote=the+pawl+is+of+steel', 'the pawl is of steel'],
])('the passage of %s is marked, focused and in view', async (query, text) => {
  answer('get-patent-text', { output: ladder });
  const page = await openPage(`/patents/US-99990001-B2?${query}`);
  const mark = page.getByRole('mark');
  await expect.element(mark).toHaveTextContent(text);
  await expect.element(mark).toHaveFocus();
  await expect.element(mark).toBeInViewport();
  await expectNoViolations();
});

test.each(['part=claim&number=9&start=0&end=9', 'part=abstract&start=5&end=900'])(
  'a passage that the patent does not have is told: %s',
  async (query) => {
    answer('get-patent-text', { output: ladder });
    const page = await openPage(`/patents/US-99990001-B2?${query}`);
    await expect.element(page.getByText(/The cited passage is not in this patent/)).toBeVisible();
    expect(page.getByRole('mark').elements()).toEqual([]);
  },
);

test('missing facts are shown as unknown', async () => {
  answer('get-patent-text', {
    output: {
      ...ladder,
      filing_date: undefined,
      truncated: true,
    },
  });
  const page = await openPage('/patents/US-99990001-B2');
  await expect.element(page.getByText('unknown')).toBeVisible();
  await expect.element(page.getByText(/left out because of its length/)).toBeVisible();
});

test('a missing patent shows the request id and can be retried', async () => {
  answer('get-patent-text', { failure: 'PatentNotFound' });
  const page = await openPage('/patents/US-99990001-B2');
  const alert = page.getByRole('alert');
  await expect
    .element(alert.getByText('The text of this patent is not available here.'))
    .toBeVisible();
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answer('get-patent-text', { output: ladder });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: ladder.title })).toBeVisible();
});

test.each([1, 2, 3, 4])('any answer that fits the contract can be shown: %i', async (seed) => {
  answer('get-patent-text', { output: sampleOf('get-patent-text', seed) });
  const page = await openPage('/patents/US-99990001-B2');
  await expect.element(page.getByRole('region', { name: 'Claims' })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
