import { expect, test } from 'vitest';
import { suggestRoles } from './suggest-roles.ts';

test('the longest text is the index column, other filled columns are metadata', () => {
  const columns = ['id', 'headline', 'story', 'blank'];
  const rows = [
    ['1', 'A short line', 'One two three four five six seven eight nine ten', ''],
    ['2', 'Another line', 'One two three four five six seven eight nine ten', ' '],
  ];
  expect(suggestRoles({ columns, rows })).toEqual({
    id: 'metadata',
    headline: 'metadata',
    story: 'index',
  });
});

test('a typical name beats a somewhat longer text', () => {
  const columns = ['title', 'abstract'];
  const rows = [['one two three four five', 'one two three']];
  expect(suggestRoles({ columns, rows })).toEqual({ title: 'metadata', abstract: 'index' });
});

test('one usable column is not enough', () => {
  expect(suggestRoles({ columns: ['text', ''], rows: [['a b', 'c']] })).toBeUndefined();
});
