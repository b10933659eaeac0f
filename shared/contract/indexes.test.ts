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
  const parse = (count: number, length: number, fill = 'x') => {
    const names = Array.from({ length: count }, (_, i) => `${i}`.padStart(length, fill));
    const columns = Object.fromEntries(names.map((name) => [name, value]));
    return contract['create-index'].body.safeParse({ ...body, [member]: columns });
  };

  it('takes as many names as a record holds', () => {
    const length = limits.columnNamesMaxBytes / limits.columnsMax;
    expect(parse(limits.columnsMax, length)).toMatchObject({ success: true });
  });

  it('refuses more columns', () => {
    expect(parse(limits.columnsMax + 1, 4).error?.message).toMatch(/at most 500 columns/);
  });

  it('refuses longer names', () => {
    const length = limits.columnNamesMaxBytes / limits.columnsMax + 1;
    expect(parse(limits.columnsMax, length).error?.message).toMatch(/bytes together/);
  });

  it('counts bytes: a Chinese character has three', () => {
    expect(parse(limits.columnsMax, 22, '列')).toMatchObject({ success: true });
    expect(parse(limits.columnsMax, 25, '列').error?.message).toMatch(/bytes together/);
  });
});
