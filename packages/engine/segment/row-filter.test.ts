import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnTraits } from '../column-kind.ts';
import {
  checkTrees,
  type FilterOperator,
  type FilterTree,
  MAX_CONDITIONS,
  MAX_DEPTH,
  MAX_VALUES,
  type SearchFilter,
} from '../conditions.ts';
import { RowBatch } from '../csv/batch.ts';
import { openContainer, writeContainer } from '../file/container.ts';
import type { SchemaColumn } from '../schema.ts';
import { memorySource } from '../source.ts';
import { FilterColumnWriter } from './filter-column.ts';
import { KeptRows } from './kept-rows.ts';
import { compileFilter, compileTree } from './row-filter.ts';
import { countRows, hasRow } from './row-set.ts';
import { openWordLists } from './word-lists.ts';

const columnOf = (traits: ColumnTraits): SchemaColumn => ({
  name: 'c',
  role: 'metadata',
  position: 0,
  weight: 0,
  b: 0,
  ...traits,
});

/** A batch with one column. */
function batchOf(cells: readonly string[]): RowBatch {
  const bytes = new TextEncoder().encode(cells.join(''));
  const starts = new Uint32Array(cells.length);
  const ends = new Uint32Array(cells.length);
  let at = 0;
  cells.forEach((cell, i) => {
    starts[i] = at;
    at += Buffer.byteLength(cell);
    ends[i] = at;
  });
  return new RowBatch(
    bytes,
    1,
    { starts, ends },
    Uint32Array.from(cells, (_, i) => i + 1),
    [],
  );
}

/** The cells of a column that meet a filter, which is read back from a written segment. */
async function keptOf(
  traits: ColumnTraits,
  cells: readonly string[],
  operator: FilterOperator,
  value?: SearchFilter['value'],
): Promise<string[]> {
  const column = columnOf(traits);
  const find = compileFilter(column, { column: 'c', operator, value });
  const kept = await find(await segmentOf(column, cells), 0);
  return cells.filter((_, row) => hasRow(kept, row));
}

async function segmentOf(column: SchemaColumn, cells: readonly string[]) {
  const writer = new FilterColumnWriter(column);
  const batch = batchOf(cells);
  cells.forEach((_, row) => {
    writer.add(batch, row);
  });
  const written = writeContainer('segment', writer.sections());
  const file = await openContainer(memorySource(written), 'a.bin', 'segment');
  return {
    file,
    filtered: new KeptRows(),
    words: () => openWordLists(file),
    facts: { rowCount: cells.length },
  };
}

describe('numbers', () => {
  const prices = ['1,300', '$5', '2.5', 'NA', '-1'];
  it.each<[FilterOperator, SearchFilter['value'], string[]]>([
    ['=', '5.0', ['$5']],
    ['!=', '5', ['1,300', '2.5', 'NA', '-1']],
    ['<', '2.5', ['-1']],
    ['<=', '2.5', ['2.5', '-1']],
    ['>', '5', ['1,300']],
    ['>=', '5', ['1,300', '$5']],
    ['in', ['-1', '1300'], ['1,300', '-1']],
    ['exists', undefined, ['1,300', '$5', '2.5', '-1']],
    ['exists', 'false', ['NA']],
  ])('are compared by %s with %j', async (operator, value, kept) => {
    expect(await keptOf({ kind: 'number' }, prices, operator, value)).toEqual(kept);
  });

  it('have the decimal comma of their column', async () => {
    const traits = { kind: 'number', format: 'decimal-comma' } as const;
    expect(await keptOf(traits, ['1.300', '2,5'], '>', '3')).toEqual(['1.300']);
  });
});

describe('dates', () => {
  const days = ['26-Jun-18', '2018-07-01', '31 July 2018', '2019', ''];
  it.each<[FilterOperator, SearchFilter['value'], string[]]>([
    ['=', '2018-07', ['2018-07-01', '31 July 2018']],
    ['=', '2018', ['26-Jun-18', '2018-07-01', '31 July 2018']],
    ['>', '2018-07-01', ['31 July 2018', '2019']],
    ['>', '2018-07', ['2019']],
    ['<=', '2018-07', ['26-Jun-18', '2018-07-01', '31 July 2018']],
    ['<', '2018-07', ['26-Jun-18']],
    ['in', ['2019', '2018-06'], ['26-Jun-18', '2019']],
    ['exists', 'false', ['']],
  ])('are compared by %s with %j', async (operator, value, kept) => {
    expect(await keptOf({ kind: 'date' }, days, operator, value)).toEqual(kept);
  });
});

describe('codes', () => {
  const classes = [
    'A01K 47/06; A61K 9/00',
    'a01k 51/00',
    'A01K0047060000',
    'A01B 1/02',
    'cs.CG',
    '',
  ];
  const symbols: [string, ...string[]][] = [
    ['A01K', classes[0]!, classes[1]!, classes[2]!],
    ['A01', classes[0]!, classes[1]!, classes[2]!, classes[3]!],
    ['a', classes[0]!, classes[1]!, classes[2]!, classes[3]!],
    ['A01K47', classes[0]!, classes[2]!],
    ['A01K 47/00', classes[0]!, classes[2]!],
    ['a01k.47.06', classes[0]!, classes[2]!],
    ['A01K 4'],
    ['A01K 47/05'],
    ['A1K51', classes[1]!],
    ['A61K0009', classes[0]!],
    ['A01K0047060000', classes[0]!, classes[2]!],
    ['cs', 'cs.CG'],
    ['c'],
  ];
  const owners = [
    'HARTWELL OPTICS CO., LTD.',
    'Mill & Sons, Inc.',
    'The Hartwell-Optics Company Limited; Ada Fig',
    'Hartwellian Optics',
    'I.B.M. Co',
  ];
  const names: [string, ...string[]][] = [
    ['Hartwell', owners[0]!, owners[2]!],
    ['hartwell optics GmbH', owners[0]!, owners[2]!],
    ['Optics Hartwell'],
    ['mill and sons', owners[1]!],
    ['Mill Sons Incorporated', owners[1]!],
    ['IBM', owners[4]!],
    ['Hart'],
  ];
  it.each<readonly [string[], FilterOperator, SearchFilter['value'], string[]]>([
    [['math.CO cs.CG', 'cs.CL'], '=', 'cs.CG', ['math.CO cs.CG']],
    [['Ada Plüm; Bo Fig', 'Bo Figs'], '=', 'ada plum', ['Ada Plüm; Bo Fig']],
    [['a; b', 'c', 'd'], 'in', ['B', 'c'], ['a; b', 'c']],
    [['a; b', 'c'], '!=', 'b', ['c']],
    [['10', '9', '2', 'x', ''], '<', '10', ['9', '2']],
    [['10', '9', '2', 'x', ''], '>=', '9', ['10', '9']],
    [['alpha', 'beta', ''], '>', 'alpha', ['beta']],
    [['a', 'n/a', ''], 'exists', 'true', ['a']],
    [
      ['A61K 9/00; B64C 39/02', 'B64C39/024', 'A61K'],
      'begins',
      'b64c39',
      ['A61K 9/00; B64C 39/02', 'B64C39/024'],
    ],
    [
      ['Hartwell Optics Inc', 'Other; HARTWÉLL', 'Hart'],
      'contains',
      'Hartwell',
      ['Hartwell Optics Inc', 'Other; HARTWÉLL'],
    ],
    ...symbols.map(([value, ...kept]) => [classes, 'under', value, kept] as const),
    ...names.map(([value, ...kept]) => [owners, 'named', value, kept] as const),
  ])('of %j are compared by %s with %j', async (cells, operator, value, kept) => {
    expect(await keptOf({ kind: 'keyword' }, cells, operator, value)).toEqual(kept);
  });

  it.each([
    ['US123B2', ['US-123-B2', 'us 123 b2; DE 7']],
    ['us-12/3-b2', ['US-123-B2', 'us 123 b2; DE 7']],
    ['DE\u20137', ['us 123 b2; DE 7']],
    ['US123', []],
    ['-', []],
  ])('of ids are found however they are written: %s', async (value, kept) => {
    const ids = ['US-123-B2', 'us 123 b2; DE 7', 'US-1234-B2', 'EP\u2010123-B2'];
    expect(await keptOf({ kind: 'id' }, ids, '=', value)).toEqual(kept);
    expect(await keptOf({ kind: 'id' }, ids, 'in', [value, 'ep123b2'])).toEqual([...kept, ids[3]]);
    const others = ids.filter((id) => !kept.includes(id));
    expect(await keptOf({ kind: 'id' }, ids, '!=', value)).toEqual(others);
  });

  it('may include one long cell among many', async () => {
    const cells = [...Array.from({ length: 30 }, (_, i) => `A61K${i}`), 'long '.repeat(100)];
    expect(await keptOf({ kind: 'keyword' }, cells, '=', 'a61k7')).toEqual(['A61K7']);
  });
});

it('filters prose by whether there is some, and refuses to compare it', async () => {
  const prose = ['word '.repeat(100), '', 'word '.repeat(101)];
  expect(await keptOf({ kind: 'text' }, prose, 'exists', 'false')).toEqual(['']);
  await expect(keptOf({ kind: 'text' }, prose, '=', 'word')).rejects.toMatchObject({
    code: 'not_filterable',
  });
});

it.each<[ColumnTraits['kind'], FilterOperator, SearchFilter['value'], RegExp]>([
  ['number', '<', 'E1', /holds numbers, and "E1" is none/],
  ['date', '=', 'soon', /holds dates, and "soon" is none.*2018-07/],
  ['keyword', '=', undefined, /has no value/],
  ['number', 'begins', '1', /holds no text/],
  ['keyword', 'under', '—', /is not a symbol.*A01K/],
  ['keyword', 'named', ' . ', /without words/],
  ['keyword', '<', ['a', 'b'], /takes one value/],
  ['keyword', 'exists', 'maybe', /"true" or "false"/],
])('refuses for a %s: %s %j', (kind, operator, value, message) => {
  expect(() => compileFilter(columnOf({ kind }), { column: 'c', operator, value })).toThrow(
    message,
  );
});

it('joins conditions by and, or and not', async () => {
  const column = columnOf({ kind: 'number' });
  const cells = Array.from({ length: 70 }, (_, i) => String(i));
  const segment = await segmentOf(column, cells);
  const numbers = fc.integer({ min: 0, max: 69 });
  const condition = fc
    .record({
      operator: fc.constantFrom('<' as const, '=' as const, '>=' as const),
      value: numbers,
    })
    .map(({ operator, value }) => ({
      tree: { column: 'c', operator, value: String(value) } as FilterTree,
      keeps: (row: number) =>
        operator === '<' ? row < value : operator === '=' ? row === value : row >= value,
    }));
  const { tree } = fc.letrec<{ tree: { tree: FilterTree; keeps: (row: number) => boolean } }>(
    (tie) => {
      const parts = fc.array(tie('tree'), { minLength: 1, maxLength: 3 });
      return {
        tree: fc.oneof(
          { maxDepth: 4 },
          condition,
          parts.map((all) => ({
            tree: { and: all.map((part) => part.tree) },
            keeps: (row: number) => all.every((part) => part.keeps(row)),
          })),
          parts.map((all) => ({
            tree: { or: all.map((part) => part.tree) },
            keeps: (row: number) => all.some((part) => part.keeps(row)),
          })),
          tie('tree').map((part) => ({
            tree: { not: part.tree },
            keeps: (row: number) => !part.keeps(row),
          })),
        ),
      };
    },
  );
  await fc.assert(
    fc.asyncProperty(tree, async ({ tree, keeps }) => {
      const kept = await compileTree(tree, { columns: [column] }, () => column)(segment, 0);
      const rows = cells.flatMap((_, row) => (hasRow(kept, row) ? [row] : []));
      expect(rows).toEqual(cells.flatMap((_, row) => (keeps(row) ? [row] : [])));
      // No row beyond the last one.
      expect(countRows(kept)).toBe(rows.length);
    }),
  );
});

it.each<[FilterTree, RegExp]>([
  [{ and: [] }, /at least one condition/],
  [{ or: Array.from({ length: MAX_CONDITIONS + 1 }, () => is('1')) }, /at most 256 conditions/],
  [{ ...is('1'), operator: 'in', value: Array(MAX_VALUES + 1).fill('1') }, /at most 1000 values/],
  [
    Array(MAX_DEPTH)
      .fill(0)
      .reduce<FilterTree>((tree) => ({ not: tree }), is('1')),
    /16 levels/,
  ],
])('refuses trees that are too large: %#', (tree, message) => {
  expect(() => checkTrees([tree])).toThrow(message);
});

function is(value: string): SearchFilter {
  return { column: 'c', operator: '=', value };
}
