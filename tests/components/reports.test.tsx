import { beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { withDays } from '#shared/format-day.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, person, signIn, visit } from './support/open-page.tsx';
import {
  answerReports,
  invalidationReport,
  mark,
  pawl,
  spring,
  subject,
} from './support/reports.ts';
import { answer, requestId, requestsTo, sampleOf } from './support/server.ts';

beforeEach(() => {
  visit();
  answerReports();
});

const status = (now: 'making' | 'ready' | 'failed') => ({ exists: now === 'ready', status: now });
const prepared = (now: 'making' | 'ready' | 'failed') => ({ ucid: subject, status: now });

/** The report is there when the page asks for it. */
function answerReady(): void {
  answer('check-report-data', { output: { exists: true } });
  answer('prepare-report', { output: prepared('ready') });
}

test('a prior-art report shows facts, tiers with reasons, quotes and what it cannot tell', async () => {
  const page = await openPage(`/prior-art/${subject}`);
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Hinge for a folding ladder' }))
    .toBeVisible();
  await expect.element(page.getByText('Ladder Works', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText('Mar 2, 2015', { exact: true })).toBeVisible();
  await expect.element(page.getByText('unknown', { exact: true })).toBeVisible();
  const art = page.getByRole('region', { name: 'Prior art (2)' });
  await expect.element(art.getByText(/The order is that of the score/)).toBeVisible();
  await expect
    .element(art.getByRole('link', { name: pawl.title }))
    .toHaveAttribute('href', `/patents/${pawl.ucid}`);
  await expect.element(art.getByText('0.8123').first()).toBeVisible();
  const dot = art.getByRole('button', { name: `D1 ${pawl.ucid}, Mar 2, 2010` });
  dot.element().focus();
  await userEvent.keyboard('{Enter}');
  const reached = () => document.activeElement?.textContent;
  await expect.poll(reached).toContain(`D1 ${pawl.ucid}`);
  await expect.element(art.getByText(new RegExp(withDays(pawl.tier_reason)))).toBeVisible();
  await expect.element(art.getByText('Dates missing.')).toBeVisible();
  await expect
    .element(art.getByRole('link', { name: `${pawl.ucid}, [0004]` }))
    .toHaveAttribute(
      'href',
      `/patents/${pawl.ucid}?part=paragraph&number=4&start=10&end=${10 + 26}`,
    );
  const gaps = page.getByRole('region', { name: 'What this report cannot tell' });
  await expect.element(gaps.getByText(new RegExp(spring.ucid))).toBeVisible();
  await expect.element(gaps.getByText(/Only 164 documents of “Patents”/)).toBeVisible();
  await page.getByText(/queries, run on/).click();
  await expect.element(page.getByRole('region', { name: 'Queries' })).toBeVisible();
  await expectNoViolations();
});

test('a visitor logs in from a prior-art report and comes back to it', async () => {
  const page = await openPage(`/prior-art/${subject}`);
  await expect
    .element(page.getByRole('link', { name: 'Login' }))
    .toHaveAttribute('href', `/sign-in?from=${encodeURIComponent(`/prior-art/${subject}`)}`);
});

test('somebody signed in goes on to the claim chart, also without an organization', async () => {
  signIn();
  answerReports();
  answer('get-user', { output: { ...person, org_id: undefined, organization: undefined } });
  const page = await openPage(`/prior-art/${subject}`);
  await expect
    .element(page.getByRole('link', { name: 'Claim chart' }))
    .toHaveAttribute('href', `/claim-chart/${subject}`);
  expect(page.getByRole('link', { name: 'Login' }).elements()).toEqual([]);
});

test('a report that is loading says so', async () => {
  answer('get-prior-art', 'pending');
  const page = await openPage(`/prior-art/${subject}`);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('a report that nobody asked for yet can be made', async () => {
  answer('get-prior-art', { failure: 'ReportNotFound' });
  answer('check-report-data', { output: { exists: true } });
  answer('check-prior-art', { output: { exists: false, status: 'none' } });
  const page = await openPage(`/prior-art/${subject}`);
  await expect
    .element(
      page.getByRole('heading', { name: 'Prior art report for this patent is not available.' }),
    )
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Make the report' }))
    .toHaveAttribute('href', `/download-prior-art/${subject}`);
  await expectNoViolations();
});

test('a report that is being made says so, and is shown when it is there', async () => {
  answer('get-prior-art', { failure: 'ReportNotFound' });
  answer('check-report-data', { output: { exists: true } });
  answer('check-prior-art', { output: { exists: false, status: 'making' } });
  const page = await openPage(`/prior-art/${subject}`);
  await expect.element(page.getByText(/^The report is being made\./)).toBeVisible();
  expect(page.getByText('Prior art report for this patent is not available.').elements()).toEqual(
    [],
  );
  expect(page.getByRole('link', { name: 'Make the report' }).elements()).toEqual([]);
  answerReports();
  answer('check-prior-art', { output: { exists: true, status: 'ready' } });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Hinge for a folding ladder' }))
    .toBeVisible();
});

test('of a patent that is not here, another number can be asked for', async () => {
  answer('get-prior-art', { failure: 'ReportNotFound' });
  answer('check-report-data', { output: { exists: false } });
  answer('check-prior-art', { output: { exists: false, status: 'none' } });
  const page = await openPage('/prior-art/US-1-A');
  await expect.element(page.getByText(/We do not have the text of this patent/)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Publication number' });
  await field.fill('nonsense');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/This is not a publication number/)).toBeVisible();
  answerReports();
  await field.fill('US 99,990,001 B2');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Hinge for a folding ladder' }))
    .toBeVisible();
});

test.each([
  ['UcidInvalid', 'Bad request'],
  ['InvalidRequest', 'Bad request'],
  ['TooManyAttempts', 'Something went wrong'],
] as const)('%s is told as “%s”', async (failure, title) => {
  answer('get-prior-art', { failure });
  const page = await openPage('/prior-art/nonsense');
  const alert = page.getByRole('alert');
  await expect.element(alert.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(alert.getByText(requestId)).toBeVisible();
  await expectNoViolations();
});

test.each([
  ['/download-prior-art', 'request-prior-art', 'prior-art', '?download-success=1'],
  ['/generate-invalidation', 'request-invalidation-report', 'invalidation', '?success=1'],
] as const)(
  '%s counts to 100, asks for an address and says that it was sent',
  async (path, endpoint, kind, query) => {
    answerReady();
    const page = await openPage(`${path}/${subject}`);
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    expect(page.getByRole('textbox', { name: 'Email' }).elements()).toEqual([]);
    await expectNoViolations();
    const field = page.getByRole('textbox', { name: 'Email' });
    await expect.element(field).toBeVisible();
    await expectNoViolations();
    const send = page.getByRole('button', { name: 'Send the report' });
    for (const wrong of ['', 'somebody', 'some body@example.org', 'somebody@example']) {
      await field.fill(wrong);
      await send.click();
      await expect.element(page.getByText('Please enter a valid email address.')).toBeVisible();
    }
    expect(requestsTo(endpoint)).toEqual([]);
    await field.fill(' reader@example.org ');
    await send.click();
    await expect
      .element(
        page.getByText('Email send successfully, please check your inbox to download the report.', {
          exact: true,
        }),
      )
      .toBeVisible();
    expect(window.location.search).not.toBe('');
    expect(requestsTo(endpoint).map(({ body }) => body)).toEqual([
      { email: 'reader@example.org', ucid: subject },
    ]);
    expect(requestsTo('prepare-report').map(({ body }) => body)).toEqual([{ kind, ucid: subject }]);
    expect(window.location.pathname + window.location.search).toBe(`${path}/${subject}${query}`);
    await expectNoViolations();
  },
);

test('the counter runs to 100, then the page says that the report is still being made', async () => {
  answer('check-report-data', { output: { exists: true } });
  answer('prepare-report', { output: prepared('making') });
  answer('check-prior-art', { output: status('making') });
  const page = await openPage(`/download-prior-art/${subject}`);
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await expect.element(page.getByText(/^The report is still being made\./)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  answer('check-prior-art', { output: status('ready') });
  await expect
    .element(page.getByText('The report is ready. Where should we send it?'))
    .toBeVisible();
});

test('a report that takes long goes on by mail', async () => {
  answer('check-report-data', { output: { exists: true } });
  const judging = { models: ['small', 'large'], cells: 40, tokens: 52_000, budget: { usd: 0.5 } };
  answer('prepare-report', { output: { ...prepared('making'), judging } });
  answer('check-invalidation-report', { output: status('making') });
  const page = await openPage(`/generate-invalidation/${subject}`);
  await expect
    .element(
      page.getByText(
        /^small judges about 40 cells.*some 52,000 tokens, and never more than 0.50 USD/,
      ),
    )
    .toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect.element(page.getByText(/it comes by mail as soon as it is made/)).toBeVisible();
  expect(page.getByText(/ready/).elements()).toEqual([]);
});

test('a visitor who may not have more reports made now can still ask for a mail', async () => {
  answer('check-report-data', { output: { exists: true } });
  answer('prepare-report', { failure: 'TooManyAttempts' });
  answer('request-prior-art', { failure: 'TooManyAttempts' });
  const page = await openPage(`/download-prior-art/${subject}`);
  await page.getByRole('textbox', { name: 'Email' }).fill('reader@example.org');
  await userEvent.keyboard('{Enter}');
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(/^Too many attempts/)).toBeVisible();
  await expect.element(alert.getByText(new RegExp(requestId))).toBeVisible();
  expect(window.location.search).toBe('');
});

test('of a patent whose text is not here, no report is promised', async () => {
  answer('check-report-data', { output: { exists: false } });
  const page = await openPage('/download-prior-art/US-1-A');
  await expect
    .element(page.getByRole('heading', { name: 'There is no text of this patent here' }))
    .toBeVisible();
  expect(requestsTo('prepare-report')).toEqual([]);
  await expectNoViolations();
  answerReady();
  const field = page.getByRole('textbox', { name: 'Publication number' });
  await expect.element(field).toHaveValue('US-1-A');
  await field.fill(subject);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('progressbar')).toBeVisible();
});

test.each([
  ['check-report-data', 'UcidInvalid', /This is not a publication number/],
  ['prepare-report', 'ReportNotFound', /not available/],
] as const)('%s that fails is told, with the request id', async (name, failure, text) => {
  answerReady();
  answer(name, { failure });
  const page = await openPage(`/generate-invalidation/${subject}`);
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(text)).toBeVisible();
  await expect.element(alert.getByText(requestId)).toBeVisible();
  answerReady();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
});

test('a report that could not be made can be tried again', async () => {
  answerReady();
  answer('prepare-report', { output: prepared('failed') });
  const page = await openPage(`/download-prior-art/${subject}`);
  await expect
    .element(page.getByRole('heading', { name: 'The report could not be made' }))
    .toBeVisible();
  answerReady();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
});

test('the invalidation report is said to come within 10-15 minutes, and can be asked for again', async () => {
  answerReady();
  const page = await openPage(`/generate-invalidation/${subject}?success=1`);
  await expect
    .element(page.getByText(/The report is sent typically within 10-15 minutes\./))
    .toBeVisible();
  expect(requestsTo('prepare-report')).toEqual([]);
  await expect
    .element(page.getByRole('link', { name: 'Read the patent meanwhile' }))
    .toHaveAttribute('href', `/patents/${subject}`);
  await page.getByRole('link', { name: 'ask again' }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
});

test('who is signed in is not asked for an address, and sees the report when it is there', async () => {
  signIn();
  answerReports();
  answerReady();
  answer('prepare-report', { output: prepared('making') });
  answer('check-prior-art', { output: status('making') });
  const page = await openPage(`/download-prior-art/${subject}`);
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await expect
    .element(page.getByText(/This page goes on to it as soon as it is there/))
    .toBeVisible();
  expect(page.getByRole('textbox', { name: 'Email' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Mail it to me' }).click();
  await expect.element(page.getByText(/^Email send successfully/)).toBeVisible();
  expect(requestsTo('request-prior-art').map(({ body }) => body)).toEqual([
    { email: person.email, ucid: subject },
  ]);
  await expectNoViolations();
  answer('check-prior-art', { output: status('ready') });
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Hinge for a folding ladder' }))
    .toBeVisible();
  expect(window.location.pathname).toBe(`/prior-art/${subject}`);
});

describe('the reports of the account', () => {
  const at = '2026-01-02T10:00:00.000Z';
  const listed = { title: 'Hinge for a folding ladder', by: 'Grace Hopper', at };
  beforeEach(() => {
    signIn();
    answerReports();
    answer('list-reports', {
      output: {
        items: [
          { kind: 'invalidation', ucid: subject, exists: true, status: 'ready', ...listed },
          { kind: 'prior-art', ucid: subject, exists: false, status: 'making', ...listed },
        ],
      },
    });
  });

  test('say who asked for what, and in which state it is', async () => {
    const page = await openPage('/reports');
    const rows = page.getByRole('table', { name: 'Reports' }).getByRole('row');
    await expect.element(rows.nth(1).getByText('Invalidation report')).toBeVisible();
    await expect.element(rows.nth(1).getByText('Ready')).toBeVisible();
    await expect.element(rows.nth(1).getByText('Grace Hopper')).toBeVisible();
    await expect
      .element(rows.nth(1).getByRole('link'))
      .toHaveAttribute('href', `/claim-chart/${subject}`);
    await expect.element(rows.nth(2).getByText('Being made')).toBeVisible();
    await expect
      .element(rows.nth(2).getByRole('link'))
      .toHaveAttribute('href', `/download-prior-art/${subject}`);
    await expectNoViolations();
    await page.getByRole('button', { name: `Remove invalidation report on ${subject}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => requestsTo('remove-listed-report').length).toBe(1);
  });

  test('without any, say how to get one', async () => {
    answer('list-reports', { output: { items: [] } });
    const page = await openPage('/reports');
    await expect.element(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
    await expectNoViolations();
  });

  test('are shared by links, which are shown once and can be taken back', async () => {
    const share = {
      share_id: 'a'.repeat(64),
      audience: 'anyone' as const,
      marks: true,
      by: 'Grace Hopper',
      at,
      ends_at: '2096-01-09T10:00:00.000Z',
    };
    const ended = { ...share, share_id: 'b'.repeat(64), revoked_at: at };
    // The list follows a moment after a link is made, and after it is taken back.
    answer('list-report-shares', { output: { items: [ended] } });
    answer('share-report', { output: { url: 'https://example.com/shared-report#rs_1', share } });
    const page = await openPage('/reports');
    await page.getByRole('button', { name: `Share invalidation report on ${subject}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Anyone who has the link' }).click();
    await dialog.getByRole('radio', { name: '30 days' }).click();
    await dialog.getByRole('checkbox').click();
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'Link' }))
      .toHaveValue('https://example.com/shared-report#rs_1');
    expect(requestsTo('share-report').map(({ body }) => body)).toEqual([
      { kind: 'invalidation', ucid: subject, audience: 'anyone', days: 30, marks: true },
    ]);
    await expect.element(dialog.getByText(/^Taken back/)).toBeVisible();
    await expectNoViolations();
    await dialog.getByRole('button', { name: /^Take back/ }).click();
    await expect.poll(() => requestsTo('revoke-report-share').length).toBe(1);
    await expect.poll(() => dialog.getByText(/^Taken back/).elements().length).toBe(2);
  });
});

test('a shared report is read with the marks of the team, and cannot be changed', async () => {
  answer('open-shared-report', {
    output: {
      report: invalidationReport,
      marks: {
        marks: [mark({ element: '1b', ucid: pawl.ucid, grade: 'partly', note: 'Another notch' })],
        added: [],
      },
      shared_by: 'Analytical Engines',
      ends_at: '2096-01-09T10:00:00.000Z',
      versions: [
        { version: 'newest', made_at: '2026-11-09T10:00:00.000Z' },
        { version: 'shared', made_at: '2026-11-01T10:00:00.000Z' },
      ],
    },
  });
  const page = await openPage('/shared-report#rs_1');
  await expect.element(page.getByText(/^Shared by Analytical Engines\./)).toBeVisible();
  expect(requestsTo('open-shared-report').map(({ address, body }) => [address, body])).toEqual([
    ['/api/reports/shared', { token: 'rs_1', version: 'newest' }],
  ]);
  await page.getByText('As it was shared', { exact: true }).click();
  await expect
    .poll(() => requestsTo('open-shared-report').at(-1)?.body)
    .toEqual({
      token: 'rs_1',
      version: 'shared',
    });
  answer('export-shared-report', { failure: 'TooManyAttempts' });
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'Chart for Word (DOCX)' }).click();
  await expect
    .poll(() => requestsTo('export-shared-report').map(({ body }) => body))
    .toEqual([{ token: 'rs_1', version: 'shared', format: 'docx' }]);
  await page.getByRole('button', { name: /^1b, .*Changed by the team: Partly/ }).click();
  const opened = page.getByRole('region', { name: `1b in ${pawl.ucid}` });
  await expect.element(opened.getByText('Another notch')).toBeVisible();
  await expect.element(opened.getByText('The notch holds the pawl.')).toBeVisible();
  expect(opened.getByRole('radio').elements()).toEqual([]);
  await expectNoViolations();
});

test.each([
  ['ShareExpired', 'The link has expired', false],
  ['ShareRevoked', 'The link was taken back', false],
  ['ShareNotFound', 'There is no such link', false],
  ['ShareNotYours', 'The link is for people of an organization', true],
] as const)('a link that shows nothing says why: %s', async (failure, title, signsIn) => {
  answer('open-shared-report', { failure });
  const page = await openPage('/shared-report#rs_1');
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  const signInLinks = page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true });
  expect(signInLinks.elements().map((link) => link.getAttribute('href'))).toEqual(
    signsIn ? [`/sign-in?from=${encodeURIComponent('/shared-report#rs_1')}`] : [],
  );
  await expectNoViolations();
});

test('a link that has expired says so, and asks again', async () => {
  answerReady();
  const page = await openPage(`/download-prior-art/${subject}?link-expired=1`);
  await expect.element(page.getByText(/it works for 7 days/)).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
});

test.each([1, 2, 3, 4])(
  'any prior-art report that fits the contract can be shown: %i',
  async (seed) => {
    answer('get-prior-art', { output: sampleOf('get-prior-art', seed) });
    const page = await openPage(`/prior-art/${subject}`);
    await expect.element(page.getByRole('heading', { name: 'Search record' })).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
  },
);
