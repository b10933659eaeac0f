import { existsSync, globSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Page, pages, proseOf, root } from './pages.ts';

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
  .map((entry) => entry.name);

/** The heading's anchor on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function anchorsOf(file: string): string[] {
  const page = pages.find((candidate) => candidate.file === file);
  const headings = page?.text.matchAll(/^#+ (.+)$/gm) ?? [];
  return Array.from(headings, ([, heading]) => anchorOf(heading!));
}

/** `file: what` for all that is wrong in the pages. */
const inPages = (find: (page: Page) => string[]) =>
  pages.flatMap((page) => find(page).map((found) => `${page.file}: ${found}`));

test('links resolve', () => {
  expect(inPages(brokenLinks)).toEqual([]);
});

function brokenLinks(page: Page): string[] {
  const links = Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link!);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const file = target === '' ? page.file : path.join(path.dirname(page.file), target);
    if (!existsSync(path.join(root, file))) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
}

/** Words between backticks that are paths into this repository. The engine's page leaves its folder out. */
function pathsIn(text: string, file: string): string[] {
  const words = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, word]) => word!);
  const base = file === 'docs/engine.md' ? 'packages/engine' : '';
  const engineFolders = base ? readdirSync(path.join(root, base)) : [];
  return words.flatMap((word) => {
    if (!/^[\w./*-]+$/.test(word) || !word.includes('/')) return [];
    const [first = ''] = word.split('/');
    if (folders.includes(first)) return [word];
    return engineFolders.includes(first) ? [path.join(base, word)] : [];
  });
}

/** Made by a build, a run or an operator, so not in the repository. */
const isMade = (word: string) => word.startsWith('dist/') || word.startsWith('infra/environments/');

test('paths that pages name exist', () => {
  const missing = inPages(({ file, text }) =>
    pathsIn(text, file).filter(
      (word) => !isMade(word) && globSync(word.replace(/\/$/, ''), { cwd: root }).length === 0,
    ),
  );
  expect(missing).toEqual([]);
});

test('paths are found at all', () => {
  const found = pages.flatMap(({ file, text }) => pathsIn(text, file));
  expect(found.length).toBeGreaterThan(50);
  expect(pathsIn('`shared/no-such-file.ts`', 'README.md')).toEqual(['shared/no-such-file.ts']);
});
