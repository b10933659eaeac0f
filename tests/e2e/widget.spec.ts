/** The search for other pages, on a static page of another origin, with the README's document under the README's policy. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { createIndex, upload, waitForBuild } from '#tests/api/support/datasets.ts';
import { newAdminAt } from '#tests/api/support/people.ts';
import type { AntecedeSearch } from '#widget/antecede-search.ts';
import { bundleWidget } from '#widget/bundle.ts';
import { expectNoViolations } from './support/accessibility.ts';

const readme = readFileSync(new URL('../../packages/widget/README.md', import.meta.url), 'utf8');
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readme)![1]!;

const html = '<img src=x onerror=alert(1)>';
const rows = Array.from({ length: 14 }, (_, i) => ({
  id: `b${i}`,
  title: i === 0 ? `Bees of ${html}` : `Bees of hive ${i}`,
  owner: i % 2 === 0 ? 'Ada' : 'Bo',
  year: 2000 + i,
  link: i === 1 ? 'javascript:alert(1)' : `https://shop.example/${i}`,
  text: `Keeping bees in hive number ${i} ${html}`,
  tenant: i === 13 ? 'other' : 'own',
}));

test('a static page searches with a tenant token under its own policy', async ({
  page,
  baseURL: installation = '',
}) => {
  expect(gzipSync(await bundleWidget()).length).toBeLessThanOrEqual(30_000);

  const admin = await newAdminAt(installation);
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  const file = await upload(admin, 'bees.jsonl', lines);
  const { item_id: index } = await createIndex(admin, 'Bees', file, {
    id: 'metadata',
    title: 'metadata',
    owner: 'metadata',
    year: 'metadata',
    link: 'metadata',
    tenant: 'metadata',
    text: 'index',
  });
  await waitForBuild(admin, index);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://page');
    if (pathname === '/search-token') response.end(token());
    else if (pathname === '/page.css') {
      response.setHeader('content-type', 'text/css').end('body { margin: 16px }');
    } else {
      response.setHeader('content-type', 'text/html');
      response.setHeader('content-security-policy', filled(blockOf('text')).trim());
      response.end(filled(blockOf('html')));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const site = `http://localhost:${(server.address() as AddressInfo).port}`;
  const filled = (text: string) =>
    text.replaceAll('https://example.com', installation).replaceAll('YOUR_INDEX', index);

  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const restrictions = { origins: [site] };
  const { id: kid } = await admin.call('create-index-key', {
    body: { org_id: admin.orgId, index, public_keys: [pem], restrictions },
  });
  let tokens = 0;
  const token = () => {
    tokens++;
    const filters = [{ column: 'tenant', operator: '=', value: 'own' }];
    const claims = { exp: Math.floor(Date.now() / 1000) + 3600, filters };
    const signed = [{ alg: 'EdDSA', kid }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  };

  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('dialog', (dialog) => problems.push(dialog.message()));
  await page.goto(site);
  const box = page.getByRole('searchbox', { name: 'Search' });
  await box.fill('keeping bees');
  await box.press('Enter');
  const status = page.getByRole('status');
  await expect(status).toHaveText('13 results');
  const hits = page.getByRole('listitem');
  await expect(hits).toHaveCount(10);
  expect(tokens).toBe(1);
  await expectNoViolations(page);

  // Facets narrow, and the chosen box keeps the focus.
  const ada = page.getByRole('checkbox', { name: /^Ada/ });
  await ada.focus();
  await page.keyboard.press('Space');
  await expect(status).toHaveText('7 results');
  await expect(ada).toBeFocused();
  await page.getByRole('checkbox', { name: /^2010/ }).check();
  await expect(status).toHaveText('2 results');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(status).toHaveText('13 results');
  await expect(box).toBeFocused();

  // More hits, by keyboard.
  await page.getByRole('button', { name: 'More results' }).click();
  await expect(hits).toHaveCount(13);
  const titles = page.locator('[part=title]');
  await expect(titles.nth(10)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(titles.nth(9)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(titles.first()).toBeFocused();

  // What rows hold is text, and no link runs code.
  await expect(titles.filter({ hasText: html })).toHaveCount(1);
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Bees of hive 1', exact: true })).toHaveCount(0);
  const opened = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('antecede-open', ({ detail }: CustomEventInit) => resolve(detail.hit.id), {
          capture: true,
          once: true,
        });
      }),
  );
  await page.getByRole('button', { name: 'Bees of hive 1', exact: true }).click();
  expect(await opened).toBe('b1');

  const element = page.locator('antecede-search');
  const narrow = (value: string | undefined) =>
    element.evaluate((search: AntecedeSearch, id) => {
      search.filters = id === undefined ? undefined : [{ column: 'id', operator: '=', value: id }];
      return search.search();
    }, value);
  await narrow('none');
  await expect(status).toHaveText('Nothing was found. Try other words.');
  await expect(hits).toHaveCount(0);
  await narrow(undefined);
  expect(problems).toEqual([]);

  // A broken connection is said, and can be tried again.
  await page.route('**/query', (route) => route.abort(), { times: 4 });
  await box.fill('bees');
  await box.press('Enter');
  await expect(status).toContainText('The search failed.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(status).toHaveText('13 results');
  expect(tokens).toBe(1);
  server.closeAllConnections();
  server.close();
});
