import { parser } from '@lezer/python';
import { describe, expect, test } from 'vitest';
import { search } from '#shared/contract/search.ts';
import { errorCatalog } from '#shared/errors.ts';
import type { DocsBlock } from './blocks.ts';
import { indexDocs } from './index-docs.ts';
import { toMarkdown } from './markdown.ts';
import type { DocsSubject } from './subject.ts';

const odd = `it's "odd" | \`x\` \\ $HOME é\n next`;
const subject: DocsSubject = {
  item_id: 'idx_1',
  name: 'Notes',
  api_endpoint: 'https://a.example/api/v1/indexes/idx_1',
  rows: 2500,
  columns_role: { 'Col | 1': 'metadata', day: 'metadata', story: 'index', rest: 'ignore' },
  columns_data: JSON.stringify([
    ['Col | 1', odd],
    ['day', '2020-02-03'],
    ['story', `${odd} about keeping honey bees`],
  ]),
};
const page = indexDocs(subject);
const blocks = page.sections.flatMap((section) => section.blocks);
const ofKind = <K extends DocsBlock['kind']>(kind: K) =>
  blocks.filter((block) => block.kind === kind) as Extract<DocsBlock, { kind: K }>[];
const examples = ofKind('examples').flatMap((block) => block.examples);

test('has the sections of the specification, in its order, and those about several searches, several indexes, similar rows, exports, rows, warming up, assistants and clients', () => {
  expect(page.sections.map(({ title }) => title)).toEqual([
    'Introduction',
    'API Endpoint',
    'Query Structure',
    'Vectors',
    'Dictionary',
    'Several searches',
    'Several indexes',
    'Similar rows',
    'Exports',
    'Rows',
    'Warm-up',
    'Clicks',
    'Assistants',
    'Clients',
    'Authentication',
    'Restricted keys and tenant tokens',
    'Errors',
  ]);
});

test('names every field that a search takes, with its bounds', () => {
  const fields = ofKind('table').find(({ label }) => label === 'Fields of the request')!;
  expect(fields.rows.map(([name]) => name)).toEqual(
    Object.keys(search['query-index'].body.shape.request.shape).map((x) => `\`${x}\``),
  );
  expect(fields.rows.find(([name]) => name === '`maxNumItems`')).toEqual([
    '`maxNumItems`',
    'whole number, 1 to 100',
    'no',
    'Maximum number of items to return. Default 100.',
  ]);
});

test('says what every field means', () => {
  const tables = ofKind('table').filter(({ columns }) => columns.at(-1) === 'Meaning');
  expect(tables.length).toBeGreaterThan(3);
  const rows = tables.flatMap((table) => table.rows);
  expect(rows.filter((row) => !row.at(-1)).map(([name]) => name)).toEqual([]);
});

test('names the fields of a filter, from its own schema', () => {
  const fields = ofKind('table').find(({ label }) => label === 'Fields of a filter')!;
  expect(fields.rows.map(([name, type]) => [name, type])).toEqual([
    ['`column`', 'text, at most 1,000 characters'],
    [
      '`operator`',
      '`=`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `exists`, `begins`, `contains`, `under`, `named`',
    ],
    ['`value`', 'text, at most 1,000 characters, or list, at most 100 entries'],
  ]);
});

test('shows an answer with the columns of this index and no others', () => {
  const answer = ofKind('code').find(({ label }) => label === 'Answer to a search')!;
  const { totalFoundItems, foundItems } = JSON.parse(answer.code);
  expect(totalFoundItems).toBe(2500);
  expect(Object.keys(foundItems[0])).toEqual(['Col | 1', 'day', 'conceptScore']);
  expect(foundItems[0].day).toBe('2020-02-03');
});

test('lists the errors of the catalogue with status and message', () => {
  const { rows } = ofKind('table').find(({ label }) => label === 'Errors')!;
  const { message } = errorCatalog.InvalidApiKey;
  expect(rows).toContainEqual(['401 No valid API key', '`InvalidApiKey`', message]);
  expect(rows.map(([status]) => status)).toEqual(
    expect.arrayContaining(['200 OK', '400 Bad request', '500 Server error']),
  );
});

describe('examples', () => {
  test('come in three languages for each call', () => {
    expect(examples.map(({ language }) => language)).toEqual(
      Array.from({ length: 16 }, () => ['curl', 'TypeScript', 'Python']).flat(),
    );
  });

  test('filter by a date where the index has one', () => {
    const narrowed = examples.find(({ code }) => code.includes('filters'))!;
    expect(narrowed.code).toContain(
      '"filters":[{"column":"day","operator":">","value":"2019-12-31"}]',
    );
  });

  test('are valid Python, whatever the dataset contains', () => {
    for (const { code } of examples.filter(({ language }) => language === 'Python')) {
      const errors: number[] = [];
      parser.parse(code).iterate({
        enter: ({ type, from }) => {
          if (type.isError) errors.push(from);
        },
      });
      expect(errors, code).toEqual([]);
    }
    expect(parser.parse('print(').toString()).toContain('⚠');
  });
});

test('an index without samples has documentation too', () => {
  const { sections } = indexDocs({ ...subject, columns_data: undefined });
  expect(sections).toHaveLength(page.sections.length);
  // Unknown values are not invented.
  expect(JSON.stringify(sections)).toContain('what you are looking for');
  expect(JSON.stringify(sections)).not.toContain('day of the row');
});

test('a catalogue of which a part is loaded says both numbers', () => {
  const { sections } = indexDocs({ ...subject, item_id: 'arxiv', name: 'Arxiv' });
  expect(JSON.stringify(sections)).toContain('1,855,214 rows, 2,500 of them loaded here,');
});

test('in Markdown no value of the dataset can end a table or a block of code', () => {
  const markdown = toMarkdown({
    title: 'X',
    sections: [
      {
        id: 's',
        title: 'S',
        blocks: [
          { kind: 'table', label: 'T', columns: ['a', 'b'], rows: [['x|y', 'two\nlines']] },
          { kind: 'code', label: 'C', code: 'before\n```\nafter' },
        ],
      },
    ],
  });
  expect(markdown).toBe(
    '# X\n\n## S\n\n| a | b |\n| --- | --- |\n| x\\|y | two lines |\n\n````\nbefore\n```\nafter\n````\n',
  );
});
