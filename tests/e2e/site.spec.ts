import { expect, type Page, test } from '@playwright/test';
import { waitForMail } from './support/mailbox.ts';
import { open } from './support/open.ts';
import { newPerson } from './support/people.ts';

/** Opens the landing page and waits until its script has taken it over: before that, forms and buttons do nothing. */
async function openLanding(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Switch to/ })).toBeEnabled();
}

/** A person who has switched scripts off, or whose script has not come yet. */
test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' });

  test('the public pages show their content', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('patent search');
    await expect(page.getByRole('heading', { name: 'Why Antecede' })).toBeVisible();
    await page.goto('/terms/');
    await expect(page.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible();
    await page.goto('/docs/us_patents');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patents API');
    await expect(page.getByRole('heading', { name: 'Errors' })).toBeVisible();
    // The light colours, also where the system is dark: no script says which scheme it is.
    const getKey = page.getByRole('link', { name: 'Get a key' });
    await expect(getKey).toHaveCSS('color', 'rgb(27, 30, 36)');
    await expect(getKey).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  });

  test('on the narrowest phones, the bar has the name and both buttons in one line', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/');
    const bar = page.getByRole('banner');
    const name = await bar.getByRole('link', { name: 'Antecede' }).boundingBox();
    const signUp = await bar.getByRole('link', { name: 'Sign Up' }).boundingBox();
    expect(signUp!.y).toBeLessThan(name!.y + name!.height);
  });
});

test('no public page loads anything from elsewhere, or breaks the content security policy', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && protocol !== 'data:') foreign.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  for (const path of ['/', '/terms', '/privacy', '/newsletter', '/sign-in', '/docs/us_patents']) {
    await open(page, path);
    await page.mouse.wheel(0, 5000);
  }
  expect(foreign).toEqual([]);
  expect(errors).toEqual([]);
});

test('at least six tenths of the landing page’s styles are used, on a desktop and a phone', async ({
  page,
}) => {
  await page.coverage.startCSSCoverage({ resetOnNavigation: false });
  await openLanding(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.mouse.wheel(0, 10_000);
  const sheets = await page.coverage.stopCSSCoverage();
  const used = sheets.flatMap(({ ranges }) => ranges.map(({ start, end }) => end - start));
  const all = sheets.map(({ text = '' }) => text.length);
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0);
  expect(sum(used) / sum(all)).toBeGreaterThan(0.6);
});

test('visitors search the patents on the landing page', async ({ page }) => {
  await openLanding(page);
  const card = page.getByRole('region', { name: 'Try it' });
  await expect(card.getByRole('listitem').getByRole('link').first()).toContainText('cheese');
  await card.getByRole('searchbox').fill('keep ice off the blades of a wind turbine');
  await card.getByRole('button', { name: 'Search' }).click();
  const first = card.getByRole('link').first();
  await expect(first).toContainText('De-icing of wind turbine blades');
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('De-icing');
});

test('a search that fails says so', async ({ page }) => {
  await page.route('**/api/get-filtered-data', (route) => route.abort());
  await openLanding(page);
  const card = page.getByRole('region', { name: 'Try it' });
  await card.getByRole('searchbox').fill('anything');
  await card.getByRole('searchbox').press('Enter');
  await expect(card.getByText('The server cannot be reached.')).toBeVisible();
});

test('the headline names one kind of search after the other', async ({ page }) => {
  await page.clock.install();
  await openLanding(page);
  const shown = page.locator('h1 [data-current=true]');
  for (const phrase of [
    'patent search',
    'prior art search',
    'novelty search',
    'similarity search',
  ]) {
    await expect(shown).toHaveText(phrase);
    await page.clock.runFor(3000);
  }
  await expect(shown).toHaveText('patent search');
  await expect(page.getByText('No credit card required')).toBeVisible();
  await expect(page.getByText('24/7 support')).toBeVisible();
});

test('the pictures change every five seconds, and stop under the pointer or focus', async ({
  page,
}) => {
  await page.clock.install();
  await openLanding(page);
  const names = page.getByRole('region', { name: 'Pictures of the product' }).getByRole('button');
  const chosen = () => names.and(page.locator('[aria-pressed=true]'));
  await expect(chosen()).toContainText('Search');
  await page.clock.runFor(5000);
  await expect(chosen()).toContainText('Ask Dexi');
  await names.last().focus();
  await page.clock.runFor(20_000);
  await expect(chosen()).toContainText('Ask Dexi');
  await names.last().press('Enter');
  await expect(chosen()).toContainText('Read the patent');
});

test('nothing moves by itself for people who prefer that', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await openLanding(page);
  await page.clock.runFor(30_000);
  await expect(page.locator('h1 [data-current=true]')).toHaveText('patent search');
});

test('the free report opens at the partner for a valid UCID', async ({ page }) => {
  const { partnerSiteUrl } = await (await page.request.get('/config.json')).json();
  await page.route(`${partnerSiteUrl}*`, (route) => route.fulfill({ body: 'the partner' }));
  await openLanding(page);
  const ask = page.getByRole('button', { name: 'Get free report' });
  const ucid = page.getByRole('textbox', { name: 'UCID of the patent' });
  await ask.click();
  await expect(page.getByText('Please enter the UCID of a patent.')).toBeVisible();
  for (const wrong of ['US-12345678-B1&x=1', '../../etc', '=1+1', 'bees']) {
    await ucid.fill(wrong);
    await ask.click();
    await expect(page.getByText('This is not a UCID.')).toBeVisible();
  }
  await ucid.fill(' us 12,345,678 B1 ');
  await ask.click();
  await page.waitForURL(`${partnerSiteUrl}?ucid=US-12345678-B1`);
});

test('the newsletter is requested and confirmed by mail, and ignores invalid addresses', async ({
  page,
  baseURL,
}) => {
  const { email } = newPerson('Nora Letter');
  await openLanding(page);
  const box = page.getByRole('textbox', { name: 'Newsletter' });
  const join = page.getByRole('button', { name: 'Join' });
  await box.fill('nobody');
  await join.click();
  await expect(page.getByText('News of the product')).toBeVisible();
  await box.fill(email);
  await join.click();
  await expect(
    page.getByText('Please check your inbox to confirm your subscription.'),
  ).toBeVisible();
  const { text } = await waitForMail(email, /confirm your subscription/);
  await page.goto(
    /\S+\/newsletter#confirm=\S+/.exec(text)![0].replace(/^https?:\/\/[^/]+/, baseURL!),
  );
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('You are subscribed to the newsletter.')).toBeVisible();
  await openLanding(page);
  await box.fill(email);
  await join.click();
  await expect(
    page.getByText('Please check your inbox to confirm your subscription.'),
  ).toBeVisible();
});

test('a demonstration can be asked for', async ({ page }) => {
  await openLanding(page);
  const send = page.getByRole('button', { name: 'Request a demo' });
  await send.click();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Dora Demo');
  await page.getByRole('textbox', { name: 'Your work email' }).fill('dora@example.com');
  await send.click();
  await expect(page.getByText('We will write to you')).toBeVisible();
});

test('the chosen colour scheme stays, on the public pages and in the app', async ({ page }) => {
  const expectDark = (shown: Page) =>
    expect(shown.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await openLanding(page);
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await page.reload();
  await expectDark(page);
  await open(page, '/sign-in');
  await expectDark(page);
});
