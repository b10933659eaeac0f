import { expect, test } from 'vitest';
import { accounts } from './accounts.ts';
import { datasets } from './datasets.ts';
import { indexes } from './indexes.ts';
import { tableSchemas } from './tables.ts';

test('keys are templates filled with values', () => {
  expect(accounts.user.key({ auth_user_id: 'u1' })).toEqual({ pk: 'USER#u1', sk: 'USER' });
  expect(accounts.team.keys({ org_id: 'o1', email: 'a@b.example' })).toEqual({
    gsi1pk: 'ORG#o1',
    gsi1sk: 'USER#a@b.example',
  });
});

test('a missing value is an error in a key', () => {
  const missing = { auth_user_id: undefined } as unknown as { auth_user_id: string };
  expect(() => accounts.user.key(missing)).toThrow('USER#{auth_user_id} needs auth_user_id');
});

test('special characters of a value stay unchanged', () => {
  const key = accounts.user.key({ auth_user_id: '$& {auth_user_id} #' });
  expect(key.pk).toBe('USER#$& {auth_user_id} #');
});

test('the key of an item tells its kind, that of a marker before a general one', () => {
  const kindOf = (sk: string) =>
    datasets.ofOrganization.entities.find((entity) => entity.hasKey({ pk: 'ORG#o1', sk }))?.name;
  expect(kindOf('PENDING#ALL')).toBe('allRecorded');
  expect(kindOf('PENDING#UPLOAD#org/o1/a\nb.csv')).toBe('pendingChange');
  expect(kindOf('NAME#a.csv\t0')).toBe('file');
  expect(kindOf('FILE#org/o1/a.csv')).toBe('olderFile');
  expect(kindOf('ELSE')).toBeUndefined();
});

test('a table has the indexes of its access patterns', () => {
  expect(tableSchemas.Indexes.indexes).toEqual(['GSI1', 'GSI2', 'GSI3']);
  expect(tableSchemas.Datasets.indexes).toEqual(['GSI1', 'GSI2']);
  expect(indexes.runningBuilds.partition({})).toBe('BUILDING');
});

test.each(Object.values(tableSchemas))(
  'records of $name that share a partition are told apart by their keys',
  ({ entities }) => {
    const shapes = entities.map(({ definition: { pk, sk } }) => `${pk} ${sk}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  },
);
