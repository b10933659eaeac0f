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

test.each(controls)('$threat: its test exists', ({ file, title }) => {
  const source = path.join(root, file);
  expect(existsSync(source)).toBe(true);
  expect(readFileSync(source, 'utf8')).toContain(`'${title}'`);
});
