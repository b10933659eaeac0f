import { beforeEach, expect, test } from 'vitest';
import { openPage, signIn } from './support/open-page.tsx';
import { index } from './support/samples.ts';
import { answer } from './support/server.ts';

beforeEach(signIn);

test('a build is stopped after a question, and the page says so', async () => {
  const building = {
    ...index('Rows'),
    status: 'Processing' as const,
    progress: { stage: 'indexing' as const, percent: 40, rows: 10, rejects: 0 },
  };
  answer('list-indexes', { output: { items: [building] } });
  const page = await openPage('/indexes/idx_Rows');
  await page.getByRole('button', { name: 'Stop build' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/What was built so far is lost/)).toBeVisible();
  const failed = { ...building, status: 'Failed' as const, failure: 'The build was stopped.' };
  answer('cancel-build', { output: failed });
  answer('list-indexes', { output: { items: [failed] } });
  await dialog.getByRole('button', { name: 'Stop build' }).click();
  await expect.element(page.getByText('The build was stopped.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Build it again' })).toBeVisible();
});
