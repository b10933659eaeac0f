import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url);
const files = globSync('**/*.css', { cwd: root, exclude: ['**/dist/**'] });
const scrollers = files.flatMap((file) =>
  Array.from(
    readFileSync(new URL(file, root), 'utf8').matchAll(
      /(?<selector>[^{}]+)\{(?<body>[^{}]*overflow(?:-[xy])?: (?:auto|scroll);[^{}]*)\}/g,
    ),
    ({ groups }) => ({ file, selector: groups!.selector!.trim(), body: groups!.body! }),
  ),
);

// What is visually hidden is positioned. An unpositioned scroller does not clip it, so that it makes the page wider.
test('boxes that scroll are positioned', () => {
  expect(scrollers.length).toBeGreaterThan(5);
  const unpositioned = scrollers
    // Of the message, which is a textarea and holds no elements.
    .filter(({ selector }) => selector !== '.input')
    .filter(({ body }) => !/position: (?:relative|sticky|absolute|fixed);/.test(body))
    .map(({ file, selector }) => `${file} ${selector}`);
  expect(unpositioned).toEqual([]);
});
