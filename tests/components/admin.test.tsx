import { beforeEach, describe, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { OrganizationRow, RecordedSearch } from '#shared/contract/admin.ts';
import type { Reminder } from '#shared/contract/reminders.ts';
import { reminderFiles, reminders } from '#shared/reminders.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, person, signIn } from './support/open-page.tsx';
import { answer, requestId, requestsTo, sampleOf } from './support/server.ts';

beforeEach(async () => {
  await browser.viewport(360, 800);
  signIn();
  answer('get-user', { output: { ...person, foretheta_admin: true } });
});

const fits = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);

const saved = reminderFiles.map(
  (file): Reminder => ({ ...reminders[file], file, duration: 0, unit: 'days' }),
);

describe('the admin portal', () => {
  test.each(['/admin', '/admin/reminders', '/admin/pause_payment', '/admin/history'])(
    '%s is for staff: others are sent to their indexes',
    async (path) => {
      answer('get-user', { output: person });
      const page = await openPage(path);
      await expect.element(page.getByRole('heading', { level: 1, name: 'Index' })).toBeVisible();
      expect(window.location.pathname).toBe('/index');
    },
  );

  test('opens with the reminders, and names its pages', async () => {
    answer('list-reminders', { output: saved });
    // Staff need no organization.
    const alone = { ...person, org_id: undefined, role: undefined, foretheta_admin: true };
    answer('get-user', { output: alone });
    const page = await openPage('/admin');
    await expect.element(page.getByRole('heading', { name: 'Email Reminders' })).toBeVisible();
    const links = page.getByRole('navigation', { name: 'Admin portal' }).getByRole('link');
    expect(links.elements().map((link) => link.textContent)).toEqual([
      'Email Reminders',
      'Pause Payment',
      'Search History',
      'Organizations',
      'Assistant',
      'Limits',
    ]);
    await links.nth(5).click();
    const limits = page.getByRole('table', { name: 'Limits' });
    await expect.element(limits.getByText('5 at once, then one every hour').first()).toBeVisible();
  });
});

describe('email reminders', () => {
  test('are listed with name, file and subject, and saved as a whole', async () => {
    answer('list-reminders', { output: saved });
    const page = await openPage('/admin/reminders');
    const trials = page.getByRole('region', { name: 'Trials ending' });
    await expect.element(trials.getByText('Trials that end within 5 days')).toBeVisible();
    await expect.element(trials.getByText('trials-ending')).toBeVisible();
    const repeat = trials.getByRole('textbox');
    await repeat.fill('2');
    await trials.getByRole('combobox').selectOptions('Weeks');
    const wanted = saved.map((one) =>
      one.file === 'trials-ending' ? { ...one, duration: 2, unit: 'weeks' as const } : one,
    );
    answer('update-reminders', { output: wanted });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Parameter updated successfully!')).toBeVisible();
    expect(requestsTo('update-reminders')[0]!.body).toEqual(wanted);
    await expectNoViolations();
    fits();
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
    await expectNoViolations();
  });

  test('that cannot be saved say so', async () => {
    answer('list-reminders', { output: saved });
    answer('update-reminders', { failure: 'Internal' });
    const page = await openPage('/admin/reminders');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText(/^Unable to process request!/)).toBeVisible();
  });

  test('show what they would report, and are sent on request', async () => {
    answer('list-reminders', { output: saved });
    const lines = [{ text: 'Works: its trial ends', path: '/admin/organizations/org_1' }];
    answer('preview-reminder', { output: { subject: 'Trials', lines } });
    const page = await openPage('/admin/reminders');
    await page.getByRole('button', { name: 'Preview Trials ending' }).click();
    const link = page.getByRole('link', { name: 'Works: its trial ends' });
    await expect.element(link).toHaveAttribute('href', '/admin/organizations/org_1');
    await userEvent.keyboard('{Escape}');
    answer('preview-reminder', { output: { subject: 'Builds', lines: [] } });
    await page.getByRole('button', { name: 'Preview Builds' }).click();
    await expect.element(page.getByText(/There is nothing to report now/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    answer('send-reminder', { output: { sent: false } });
    await page.getByRole('button', { name: 'Send me Builds now' }).click();
    await expect.element(page.getByText('There is nothing to report.')).toBeVisible();
  });

  test('that cannot be loaded say so with the request id', async () => {
    answer('list-reminders', { failure: 'Internal' });
    const page = await openPage('/admin/reminders');
    await expect.element(page.getByText(requestId)).toBeVisible();
  });
});

describe('pause payment', () => {
  const row: OrganizationRow = {
    id: 'org_7',
    name: 'Analytical Engines',
    created_at: '2026-01-01T00:00:00.000Z',
    subscription_id: 'sub_7',
    status: 'active',
    paused_payment: false,
  };

  test('asks before it is done, and says who may not', async () => {
    answer('list-organizations', { output: { items: [row] } });
    const page = await openPage('/admin/pause_payment');
    const toggle = page.getByRole('switch', { name: 'Paused payment of Analytical Engines' });
    // Its picture lies over it and takes the click.
    await toggle.click({ force: true });
    const dialog = page.getByRole('dialog', { name: 'Pause the payment' });
    answer('pause-payment', { failure: 'Forbidden' });
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await expect
      .element(dialog.getByText(/^You are not allowed to modify the organization!/))
      .toBeVisible();
    answer('pause-payment', { output: { ...row, paused_payment: true } });
    answer('list-organizations', { output: { items: [{ ...row, paused_payment: true }] } });
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(toggle).toBeChecked();
    expect(requestsTo('pause-payment').at(-1)!.body).toEqual({
      auth_user_id: person.auth_user_id,
      org_id: 'org_7',
      subscription_id: 'sub_7',
      paused_payment: true,
    });
    await expectNoViolations();
    fits();
  });

  test('shows five a page at first, and cannot pause what pays nothing', async () => {
    const items = [1, 2, 3, 4, 5].map((position) => ({
      ...row,
      id: `org_${position}`,
      name: `Organization ${position}`,
      subscription_id: undefined,
    }));
    const limitsAsked: (string | null)[] = [];
    answer('list-organizations', {
      output: ({ searchParams }) => {
        limitsAsked.push(searchParams.get('limit'));
        return { items, next: 'more' };
      },
    });
    const page = await openPage('/admin/pause_payment');
    await expect
      .element(page.getByRole('switch', { name: 'Paused payment of Organization 3' }))
      .toBeDisabled();
    await page.getByLabelText('Rows per page').selectOptions('20 per page');
    await expect.poll(() => limitsAsked).toEqual(['5', '20']);
  });

  test('finds none, and says so', async () => {
    answer('list-organizations', { output: { items: [] } });
    const page = await openPage('/admin/pause_payment');
    await expect.element(page.getByText('No organization matches.')).toBeVisible();
  });
});

describe('the search history', () => {
  const search: RecordedSearch = {
    item_id: 'one',
    at: '2026-11-22T10:00:00.000Z',
    kind: 'product',
    index_id: 'us_patents',
    org_id: 'org_7',
    organization: 'Analytical Engines',
    user_id: 'usr_9',
    user: 'Grace Hopper',
    text: 'queen bees',
    words: 2,
    size_bytes: 10,
    tokens: 2,
    results: 3,
    elapsed_ms: 42,
  };

  const figures = { searches: 2, empty: 0, failed: 1, p50: 42, p95: 42, p99: 42 };
  beforeEach(() =>
    answer('get-search-figures', {
      output: { days: [{ day: '2026-11-22', ...figures }], total: figures },
    }),
  );

  test('tells of each search, and of those without a text that there is none', async () => {
    const secret = { ...search, item_id: 'two', text: undefined, failure: 'QuotaExceeded' };
    answer('list-search-history', { output: { items: [search, secret] } });
    const page = await openPage('/admin/history');
    const table = page.getByRole('table', { name: 'Searches' });
    await expect.element(table.getByText('queen bees')).toBeVisible();
    const [, first, second] = table.getByRole('row').elements();
    const told = [
      'Search page',
      'Analytical Engines',
      'Grace Hopper',
      '2 words, 10 B, 2 tokens',
      '0.042',
    ];
    for (const text of told) expect(first!.textContent).toContain(text);
    expect(second!.textContent).toContain('Not kept');
    expect(second!.textContent).toContain('QuotaExceeded');
    await expectNoViolations();
    fits();
  });

  test('is filtered, and says when nothing fits', async () => {
    answer('list-search-history', { output: { items: [] } });
    const page = await openPage('/admin/history');
    await expect.element(page.getByText(/No search matches/)).toBeVisible();
    answer('list-organizations', {
      output: {
        items: [{ ...sampleOf('list-organizations').items[0]!, id: 'org_7', name: 'Bolts' }],
      },
    });
    await page.getByRole('combobox', { name: 'Organization' }).fill('bol');
    await page.getByRole('option', { name: 'Bolts' }).click();
    await expect
      .poll(() => requestsTo('list-search-history').at(-1)?.address)
      .toContain('org_id=org_7');
    await page.getByLabelText('Outcome').selectOptions('Found nothing');
    await expect
      .element(
        page.getByText(
          'The figures include all texts and outcomes: these two filters do not apply to them.',
        ),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(page.getByLabelText('Outcome')).toHaveValue('');
    await expect
      .element(page.getByRole('combobox', { name: 'Organization' }))
      .toHaveValue('All organizations');
  });

  test.each([1, 2, 3])('any figures that fit the contract can be shown: %i', async (seed) => {
    answer('get-search-figures', { output: sampleOf('get-search-figures', seed) });
    const page = await openPage('/admin/history');
    await expect.element(page.getByRole('img', { name: /^Searches by day/ })).toBeVisible();
  });

  test('that cannot be loaded says so with the request id', async () => {
    answer('list-search-history', { failure: 'Internal' });
    const page = await openPage('/admin/history');
    await expect.element(page.getByText(requestId)).toBeVisible();
  });
});

describe('an organization as staff see it', () => {
  test.each([1, 2, 3])('whatever the contract allows: %i', async (seed) => {
    const detail = sampleOf('get-organization-detail', seed);
    answer('get-organization-detail', { output: detail });
    const page = await openPage('/admin/organizations/org_7');
    await expect.element(page.getByRole('heading', { name: 'Members' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Recent errors' })).toBeVisible();
  });

  const month = {
    month: '2026-11',
    searches: 12_345,
    p50: 14.2,
    p99: null,
    builds: 3,
    dataset_bytes: 1_000_000,
    index_bytes: 2_000_000,
    usd: { searches: 0.2, builds: 0.004, storage: 0, total: 0.204 },
  };

  test('with what it used and cost this month', async () => {
    const detail = { ...sampleOf('get-organization-detail'), month };
    answer('get-organization-detail', { output: detail });
    const page = await openPage('/admin/organizations/org_7');
    const section = page.getByRole('region', { name: 'This month' });
    await expect.element(section.getByText('12,345')).toBeVisible();
    await expect
      .element(
        section.getByText(/About 0\.20 USD for searches, < 0\.01 USD for builds and 0\.00 USD/),
      )
      .toBeVisible();
    await expectNoViolations();
    fits();
  });

  test('in the list, where one’s own has no figures', async () => {
    const { month: _, ...own } = sampleOf('list-organizations').items[0]!;
    answer('list-organizations', {
      output: {
        items: [
          { ...own, id: 'org_7', name: 'Bolts', month },
          { ...own, id: 'org_8', name: 'Ours' },
        ],
      },
    });
    const list = await openPage('/admin/organizations');
    await expect.element(list.getByText('3.00 MB')).toBeVisible();
    await expect.element(list.getByText('12,345')).toBeVisible();
    await expect.element(list.getByText('–').first()).toBeVisible();
    expect(requestsTo('list-organizations').at(-1)?.address).toContain('figures=month');
    await expectNoViolations();
    fits();
  });

  test('that does not exist says so', async () => {
    answer('get-organization-detail', { failure: 'NotFound' });
    const page = await openPage('/admin/organizations/org_8');
    await expect.element(page.getByRole('alert')).toBeVisible();
  });
});
