import { expect, it } from 'vitest';
import { columnFor, keptUses, suggestUses } from './column-uses.ts';

it('suggests title, link and id by values, and by names among several', () => {
  const columns = [
    { name: 'ref', type: 'id', values: ['1', '1', '2'] },
    { name: 'order id', type: 'id', values: ['A1', 'A2', 'A3'] },
    { name: 'colour', type: 'keyword', values: ['red', 'red', 'red'] },
    { name: 'note', type: 'text', values: ['x'.repeat(400), 'y', 'z'] },
    { name: 'seller', type: 'text', values: ['Ada', 'Bob', ''] },
    { name: 'Name', type: 'text', values: ['Pan', 'Pot', 'Lid'] },
    { name: 'mirror', type: 'link', values: ['ftp://a.example/1'] },
    { name: 'photo', type: 'link', values: ['https://a.example/1'] },
    { name: 'URL', type: 'link', values: ['', 'https://a.example/2'] },
  ] as const;
  expect(suggestUses(columns)).toEqual({ 'order id': 'id', Name: 'title', URL: 'link' });
  expect(suggestUses(columns.slice(2, 5))).toEqual({ seller: 'title' });
  // Tickets are often about the same.
  const subject = { name: 'Subject', type: 'text', values: ['no wifi', 'no wifi'] } as const;
  expect(suggestUses([columns[4], subject])).toEqual({ Subject: 'title' });
  expect(suggestUses([])).toEqual({});
});

it('keeps uses of metadata columns, and tells them from names where none is left', () => {
  const roles = { id: 'metadata', name: 'ignore', text: 'index' } as const;
  expect(keptUses(roles, { id: 'id', name: 'title', text: 'link' })).toEqual({ id: 'id' });
  expect(keptUses(roles, { name: 'title' })).toBeUndefined();
  expect(keptUses(roles, {})).toEqual({});
  expect(keptUses(roles, undefined)).toBeUndefined();
  expect(columnFor('id', ['key', 'ID'], undefined)).toBe('ID');
  expect(columnFor('id', ['key', 'ID'], {})).toBeUndefined();
  expect(columnFor('title', ['constructor', 'key'], { key: 'title' })).toBe('key');
});
