import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages, root } from './pages.ts';

/** Folders that a build or an installation makes. */
const made = ['node_modules', 'dist', 'cdk.out', 'test-results'];

test('the map of rooms in README.md lists every folder', () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter((name) => !made.includes(name));
  const { text } = pages.find(({ file }) => file === 'README.md')!;
  const listed = Array.from(text.matchAll(/^\| `([\w-]+)\/` \|/gm), ([, name]) => name!);
  expect(listed.toSorted()).toEqual(folders.toSorted());
});
