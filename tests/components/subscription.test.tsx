import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { User } from '#shared/contract/users.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, person, signIn } from './support/open-page.tsx';
import { catalog } from './support/samples.ts';
import { answer } from './support/server.ts';

type Subscription = NonNullable<User['subscription']>;

const trial: Subscription = {
  status: 'trialing',
  current_period_start: 0,
  trial_end: 0,
  _isExpired: false,
  _daysInPeriod: 15,
};
const pastDue: Subscription = { ...trial, status: 'past_due', _daysInPeriod: 4 };
const unpaid: Subscription = { ...pastDue, status: 'unpaid', _isExpired: true };
const ended: Subscription = { ...trial, _isExpired: true, _daysInPeriod: 21 };

beforeEach(() => {
  signIn();
  answer('list-indexes', { output: { items: [catalog('arxiv', 'Arxiv')] } });
});

/** Opens a page of an organization with this subscription. */
function openWith(subscription: Subscription, path = '/index') {
  answer('get-user', { output: { ...person, subscription } });
  return openPage(path);
}

test('a trial with a week left shows no warning', async () => {
  const page = await openWith(trial);
  await expect.element(page.getByRole('table', { name: 'Indexes' })).toBeVisible();
  expect(page.getByText('left on your trial').elements()).toEqual([]);
});

test.each([
  [16, '5 days'],
  [20, '1 day'],
])('after %i days of the trial %s are left', async (_daysInPeriod, left) => {
  const page = await openWith({ ...trial, _daysInPeriod });
  await expect
    .element(page.getByRole('complementary', { name: 'Trial' }))
    .toHaveTextContent(`You have ${left} left on your trial. Buy the product and upgrade today.`);
});

test('an overdue payment is shown with the remaining days', async () => {
  const page = await openWith(pastDue);
  await expect
    .element(page.getByRole('complementary', { name: 'Payment' }))
    .toHaveTextContent(
      'Your subscription is now 4 days past due. Please update your payment details within 17 days to avoid your account being terminated.',
    );
  await expectNoViolations();
});

test.each(['/dataset', '/search', '/data-catalog/arxiv', '/indexes/idx_unknown'])(
  '%s says to an organization that has not paid how to go on',
  async (path) => {
    const page = await openWith(unpaid, path);
    const dialog = page.getByRole('dialog', { name: 'WE ARE SORRY.' });
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().textContent).toContain(
      'We are not able to process your payment due to card failure. Your account is deactivated for unpaid subscription. Click here to activate your account.',
    );
    await expect
      .element(dialog.getByRole('link', { name: 'Click here' }))
      .toHaveAttribute('href', '/subscription');
  },
);

test('a page that needs a subscription stays out of reach of the keyboard without one', async () => {
  const page = await openWith(unpaid, '/search');
  const dialog = page.getByRole('dialog', { name: 'WE ARE SORRY.' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const main = page.getByRole('main');
  await expect.element(main.getByRole('link', { name: 'Click here' })).toBeVisible();
  expect(document.querySelector('[inert] [aria-label="Search text"]')).not.toBeNull();
  await userEvent.keyboard('{Control>}k{/Control}');
  for (let step = 0; step < 15; step += 1) {
    expect(document.activeElement?.closest('[inert]')).toBeNull();
    await userEvent.keyboard('{Tab}');
  }
  await expectNoViolations();
});

test('a subscription that has ended says what to do', async () => {
  const page = await openWith(ended, '/dataset');
  const dialog = page.getByRole('dialog', { name: 'Subscription' });
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().textContent).toMatch(
    /Your subscription has expired\. Please update your payment details to reactivate it\./,
  );
});
