import { expect, it } from 'vitest';
import { inferColumn } from './column-kind.ts';
import { inferSchema, suggestRoles } from './schema.ts';

it.each([
  ['date', ['2020-01-02', '2021-03-04'], 'date'],
  ['date', ['December, 1958', 'May 1, 1960'], 'date'],
  ['filed', ['2020-01-02', '2021-03-04'], 'date'],
  ['year', ['1999', '2001'], 'date'],
  ['price', ['12.5', '1,300'], 'number'],
  ['link', ['https://example.org/a', 'https://example.org/b'], 'link'],
  ['id', ['17', '18'], 'id'],
  ['Publication Number', ['9001', '9002'], 'id'],
  ['column_1', ['0', '1', '2'], 'id'],
  ['Unnamed: 0', ['0', '1', '2'], 'id'],
  ['Number', ['12', '12', '7'], 'number'],
  ['doi', ['10.1/a', '10.1/b'], 'id'],
  ['title', ['A short title of a thing', 'Another'], 'title'],
  ['country', ['Sweden', 'Norway'], 'keyword'],
  ['abstract', ['A text with quite a few words in it', 'And one more of these texts'], 'text'],
])('takes %s with %j for %s', (name, values, kind) => {
  expect(inferColumn(name, values).kind).toBe(kind);
});

it('weights titles thrice and leaves ids, dates and links out of the search', () => {
  const header = ['id', 'title', 'text', 'date', 'link'];
  const roles = header.map((name) => ({
    name,
    role: name === 'text' ? ('index' as const) : ('metadata' as const),
  }));
  const row = ['1', 'A title of words', 'Body text', '2020-01-01', 'https://example.org'];
  const { columns } = inferSchema(roles, header, [row, row]);
  expect(columns.map((column) => [column.kind, column.weight])).toEqual([
    ['id', 0],
    ['title', 3],
    ['body', 1],
    ['date', 0],
    ['link', 0],
  ]);
});

it('suggests the wordiest column as index and ignores empty ones', () => {
  const rows = [
    ['1', 'A title', 'A long text of many words about something', ''],
    ['2', 'Two', 'Another long text that goes on for a while', ''],
  ];
  expect(suggestRoles(['id', 'title', 'abstract', 'notes'], rows)).toEqual([
    'metadata',
    'metadata',
    'index',
    'ignore',
  ]);
});

it('suggests a text of a usual name, in a script without spaces too', () => {
  const english = ['one two three four five', 'one two three'];
  expect(suggestRoles(['title', 'abstract'], [english])).toEqual(['metadata', 'index']);
  const rows = [
    ['2020-01-02 10:00', '渡輪今天早上離開了港口，不會再回來'],
    ['2020-01-03 11:00', '麵包師傅讓麵團發酵兩次，然後烘烤'],
  ];
  expect(suggestRoles(['日期', '內容'], rows)).toEqual(['metadata', 'index']);
});

it('suggests nothing for a file of one column with values', () => {
  expect(suggestRoles(['text', 'notes'], [['a b', 'NA']])).toEqual(['ignore', 'ignore']);
});

it('lists the columns of a file that lacks one, up to a length that can be stored', () => {
  const roles = [{ name: 'text', role: 'index' as const }];
  const message = (header: string[]) => () => inferSchema(roles, header, []);
  expect(message(['id', 'body'])).toThrow(/"text" is not in the file. Its columns are: id, body\./);
  expect(message(Array.from({ length: 9000 }, (_, i) => `column ${i}`))).toThrow(/^.{1000,1200}$/);
});
