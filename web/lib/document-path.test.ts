import { expect, test } from 'vitest';
import { documentPath } from './document-path.ts';

test('patents have a page of their own, rows of other indexes have one below their index', () => {
  expect(documentPath('us_patents', 'US-1-B1', 'a hive')).toBe('/patents/US-1-B1?q=a+hive');
  expect(documentPath('arxiv', 'cs/0101', '')).toBe('/data-catalog/arxiv/cs%2F0101');
  expect(documentPath('idx_1', 'a b', 'x')).toBe('/indexes/idx_1/a%20b?q=x');
});

test('a text that is too long for an address is left out', () => {
  expect(documentPath('arxiv', '1', 'claim '.repeat(2000))).toBe('/data-catalog/arxiv/1');
});
