import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { matchRoutes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract/contract.ts';
import { routes } from '#web/app/route-table.tsx';
import { sitePages } from '#web/site/site-pages.tsx';

const root = path.resolve(import.meta.dirname, '../..');

/** Paths that a source names as the target of a link, wherever it is shown: in banners, dialogs and mails, too. */
function linksIn(source: string): string[] {
  const found = source.matchAll(/\b(?:href|to|action)\s*[:=]\s*\{?(["'`])(\/(?!\/).*?)\1/g);
  return Array.from(found, ([, , link]) =>
    link!.replace(/\$\{[^}]*\}/g, 'x').replace(/[?#].*/, ''),
  );
}

const filesOfApi = Object.values(contract).map(({ path: file }) => file as string);

function leadsSomewhere(link: string): boolean {
  if (sitePages.some((page) => page.path === link)) return true;
  if (matchRoutes(routes, link)?.at(-1)?.route.path !== '*') return true;
  return filesOfApi.includes(link) || /^\/docs\/\w+\.md$/.test(link);
}

const files = globSync('{web/*,functions/mail}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const links = files.flatMap((file) =>
  linksIn(readFileSync(path.join(root, file), 'utf8')).map((link) => ({ file, link })),
);

test('no link of the app, its banners, dialogs and mails leads to a 404', () => {
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter(({ link }) => !leadsSomewhere(link))).toEqual([]);
});

test('a link to nowhere would be found', () => {
  expect(linksIn('<a href="/no-such-page?x=1">')).toEqual(['/no-such-page']);
  expect(leadsSomewhere('/no-such-page')).toBe(false);
});
