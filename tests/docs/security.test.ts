import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages, root } from './pages.ts';

const { text } = pages.find(({ file }) => file === 'docs/security.md')!;
const controls = Array.from(
  text.matchAll(/^\| ([^|]+) \| ([^|]+) \| `([\w./-]+\.test\.tsx?)`: (.+) \|$/gm),
  ([, threat, , file, title]) => ({ threat: threat!, file: file!, title: title! }),
);

test('every control names a test', () => {
  const chapter = /^## Controls$(.*)^## What/ms.exec(text)![1]!;
  const rows = [...chapter.matchAll(/^\| (?!threat )/gm)];
  expect(controls.length).toBeGreaterThan(30);
  expect(controls).toHaveLength(rows.length);
});

test('the tests of the controls exist', () => {
  const missing = controls.filter(({ file, title }) => {
    const source = path.join(root, file);
    return !existsSync(source) || !readFileSync(source, 'utf8').includes(`'${title}'`);
  });
  expect(missing).toEqual([]);
});
