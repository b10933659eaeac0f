import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { contract } from './contract.ts';

const body = {
  name: 'A',
  orgId: 'org_1',
  userId: 'user_1',
  email: 'ada@example.org',
  columnsRole: { text: 'index', id: 'metadata' },
  columnsData: '[]',
  datasetSize: 0,
  dataset: { value: 'a.csv', label: 'a.csv' },
  status: 'Processing',
};

describe.each([
  ['columnsRole', 'metadata'],
  ['columnsType', 'text'],
])('%s', (member, value) => {
  const parse = (count: number, length: number) => {
    const names = Array.from({ length: count }, (_, i) => `${i}`.padStart(length, 'x'));
    const columns = Object.fromEntries(names.map((name) => [name, value]));
    return contract['create-index'].body.safeParse({ ...body, [member]: columns });
  };

  it('takes as many names as a record holds', () => {
    expect(parse(limits.columnsMax, limits.columnNamesMaxLength / limits.columnsMax)).toMatchObject(
      { success: true },
    );
  });

  it('refuses more columns', () => {
    expect(parse(limits.columnsMax + 1, 4).error?.message).toMatch(/at most 500 columns/);
  });

  it('refuses longer names', () => {
    const length = limits.columnNamesMaxLength / limits.columnsMax + 1;
    expect(parse(limits.columnsMax, length).error?.message).toMatch(/characters together/);
  });
});
