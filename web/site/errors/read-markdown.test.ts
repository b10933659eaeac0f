import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorCatalog } from '#shared/errors.ts';
import { piecesOf, readMarkdown } from './read-markdown.ts';

test('headings, paragraphs, lists and code are told apart', () => {
  const text =
    '# A\n\nOne\ntwo `three`.\n\n```json\n{\n\n}\n```\n\n- x\n  y\n- z\n\n### C\nText.\n';
  expect(readMarkdown(text)).toEqual([
    { kind: 'h1', text: 'A' },
    { kind: 'p', text: 'One two `three`.' },
    { kind: 'code', text: '{\n\n}' },
    { kind: 'list', points: ['x y', 'z'] },
    { kind: 'h3', text: 'C' },
    { kind: 'p', text: 'Text.' },
  ]);
  expect(piecesOf('see [operating](../operating.md), `a`')).toEqual(['see operating, ', 'a', '']);
});

test('the page has a heading for every code', () => {
  const page = readFileSync(new URL('../../../docs/errors/README.md', import.meta.url), 'utf8');
  const headings = readMarkdown(page).flatMap((block) => (block.kind === 'h3' ? block.text : []));
  expect(headings.toSorted()).toEqual(Object.keys(errorCatalog).toSorted());
});
