import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expectNoViolations } from './support/accessibility.ts';
import { open } from './support/open.ts';
import { signInAsDemo } from './support/people.ts';

const answered = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^Dexi has answered$/ });

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message to Dexi' }).fill(question);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Dexi is searching' })).toBeAttached();
  await expect(answered(page)).toBeAttached();
}

test('a visitor asks, opens a source at its passage, asks further, and comes back', async ({
  page,
}) => {
  await open(page, '/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Chatbot' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dexi' })).toBeVisible();
  await ask(page, 'Which infusion pumps notice air bubbles in the line?');
  const list = page.getByRole('list', { name: 'Conversation' });
  // The answer is the built-in assistant's, and says so.
  await expect(list.getByText(/^Built-in assistant:/)).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Sources' }).getByText('Verified.').first(),
  ).toBeVisible();
  await page
    .getByRole('button', { name: /^Source 1: US-/ })
    .first()
    .click();
  const mark = page.getByRole('complementary', { name: /^Document US-/ }).locator('mark');
  await expect(mark).toBeInViewport();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(mark).toBeHidden();
  await ask(page, 'only after 2015');
  await page.reload();
  await expect(list.getByText('only after 2015')).toBeVisible();
  const answers = list.getByRole('heading', { name: 'Dexi' });
  await expect(answers).toHaveCount(2);
  await expectNoViolations(page);
});

test.describe('narrow and dark', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });

  test('somebody signed in asks with a filter, judges the answer, and deletes the conversation', async ({
    page,
  }) => {
    await signInAsDemo(page);
    await open(page, '/chatbot');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('textbox', { name: 'Kind code' }).fill('B2');
    await page.getByRole('button', { name: 'Close filters' }).click();
    await ask(page, 'Find a drone that lands by itself on a funnel');
    await page.getByRole('button', { name: 'Feedback' }).click();
    const feedback = page.getByRole('form', { name: 'Feedback' });
    await feedback.getByRole('button', { name: 'Yes' }).click();
    await feedback.getByRole('button', { name: 'Send feedback' }).click();
    await expect(page.getByText('Thank you for your feedback.')).toBeVisible();
    await page.getByRole('button', { name: 'Close feedback' }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole('button', { name: 'Conversations' }).click();
    const sheet = page.getByRole('dialog', { name: 'Conversations' });
    const menu = sheet.getByRole('button', { name: /^Conversation Find a drone/ });
    await menu.click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.md$/);
    await expectNoViolations(page);
    await menu.click();
    const word = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as Word' }).click();
    const { length } = strFromU8(
      unzipSync(await readFile(await (await word).path()))['word/document.xml']!,
    );
    expect(length).toBeGreaterThan(2000);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete conversation' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Ask about patents' })).toBeVisible();
  });
});
