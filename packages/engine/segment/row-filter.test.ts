import { describe, expect, it } from 'vitest';
import type { ColumnTraits } from '../column-kind.ts';
import { RowBatch } from '../csv/batch.ts';
import { openContainer, writeContainer } from '../file/container.ts';
import type { SchemaColumn } from '../schema.ts';
import { memorySource } from '../source.ts';
import { FilterColumnWriter } from './filter-column.ts';
import { compileFilter, type FilterOperator, type SearchFilter } from './row-filter.ts';

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
  const open = compileFilter(column, { column: 'c', operator, value });
  const writer = new FilterColumnWriter(column);
  const batch = batchOf(cells);
  cells.forEach((_, row) => {
    writer.add(batch, row);
  });
  const file = writeContainer('segment', writer.sections());
  const filter = await open(await openContainer(memorySource(file), 'a.bin', 'segment'));
  const keep = new Uint8Array(cells.length).fill(1);
  filter(keep);
  return cells.filter((_, row) => keep[row] === 1);
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
  it.each<[string[], FilterOperator, SearchFilter['value'], string[]]>([
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
  ])('of %j are compared by %s with %j', async (cells, operator, value, kept) => {
    expect(await keptOf({ kind: 'keyword' }, cells, operator, value)).toEqual(kept);
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
  ['keyword', '<', ['a', 'b'], /takes one value/],
  ['keyword', 'exists', 'maybe', /"true" or "false"/],
])('refuses for a %s: %s %j', (kind, operator, value, message) => {
  expect(() => compileFilter(columnOf({ kind }), { column: 'c', operator, value })).toThrow(
    message,
  );
});
