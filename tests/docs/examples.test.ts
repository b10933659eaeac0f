import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codeBlocks, pages, root } from './pages.ts';

/** Lines without their indentation; blank ones left out. */
const linesOf = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Whether the lines of an excerpt stand one after the other in a source. */
function isExcerpt(excerpt: string, source: string): boolean {
  const [wanted, all] = [linesOf(excerpt), linesOf(source)];
  return all.some((_, start) => wanted.every((line, i) => all[start + i] === line));
}

const examples = pages.flatMap((page) =>
  codeBlocks(page, 'ts').map(({ code, before }) => ({
    page: page.file,
    code,
    // The source is the last path that the page names before the example.
    source: Array.from(before.matchAll(/`([\w./-]+\.ts)`/g), ([, file]) => file!).at(-1) ?? '',
  })),
);

test.each(examples)(
  'an example in $page is an excerpt of $source, which compiles',
  ({ code, source }) => {
    expect(source, 'name the source before the example').not.toBe('');
    const text = readFileSync(path.join(root, source), 'utf8');
    expect(isExcerpt(code, text), `these lines are not in ${source}:\n${code}`).toBe(true);
  },
);

test('there are examples, and other code is not an excerpt', () => {
  expect(examples.length).toBeGreaterThan(2);
  expect(isExcerpt('a\nc', 'a\nb\nc')).toBe(false);
  expect(isExcerpt('b\nc', 'a\n  b\n\n  c')).toBe(true);
});
