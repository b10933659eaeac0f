import { describe, expect, test } from 'vitest';
import { namePattern } from './dataset-names.ts';
import * as validation from './validation.ts';

const owner = { fullName: 'Ada de Lovelace', email: 'ada.king@example.org' };

describe('a password', () => {
  test.each([
    ['short', 'Password must have at least 10 characters!'],
    ['xxLOVELACExx1', 'Password should not contain name'],
    ['wedding-KING-9', 'Password should not contain your email'],
    ['wonky-9-fields', undefined],
  ])('%s at sign-up: %s', (password, expected) => {
    expect(validation.passwordProblem(password, owner, 'signUp')).toBe(expected);
  });

  test('may contain the mail provider and single letters of the name, but no part of two letters', () => {
    const initials = { fullName: 'A. Bo', email: 'a@example.org' };
    expect(validation.passwordContains('wander-example-9', initials)).toBe('ok');
    expect(validation.passwordContains('alalalalal99', { fullName: 'Al Bo' })).toBe('name');
  });

  test('is described in other words in the set-new-password dialog', () => {
    expect(validation.passwordProblem('lovelace-1234', owner, 'newPassword')).toBe(
      'Password should not contain part of your name',
    );
  });
});

test('an index name has letters and digits only', () => {
  expect(validation.indexNameProblem('')).toBe('Please enter the index name.');
  expect(validation.indexNameProblem('Patents2026')).toBeUndefined();
  for (const name of ['two words', 'a-b', 'a_b', 'Straße']) {
    expect(validation.indexNameProblem(name)).toBe(
      "Index name shouldn't have space and special characters.",
    );
  }
});

test('columns need exactly one index column and at least one metadata column', () => {
  const text = 'Please select one index column and at least one metadata column.';
  expect(validation.columnRolesProblem({ a: 'index', b: 'metadata' })).toBeUndefined();
  expect(validation.columnRolesProblem({ a: 'index', b: 'ignore' })).toBe(text);
  expect(validation.columnRolesProblem({ a: 'metadata', b: 'metadata' })).toBe(text);
  expect(validation.columnRolesProblem({ a: 'index', b: 'index', c: 'metadata' })).toBe(text);
});

test('a direct upload is a table below 2 GB', () => {
  expect(validation.uploadedFileProblem({ name: 'A.CSV', size: 2_147_483_647 })).toBeUndefined();
  expect(validation.uploadedFileProblem({ name: 'a.csv.exe', size: 1 })).toBe(
    'Only csv file is accepted.',
  );
  const names = ['a.tsv', 'a.json.gz', 'a.NDJSON', 'a.b.parquet', 'a.xlsx', 'a.csv.zip', 'a.jsonl'];
  for (const name of names) {
    expect(validation.uploadedFileProblem({ name, size: 1 }), name).toBeUndefined();
    expect(name).toMatch(new RegExp(namePattern, 'u'));
  }
  expect(validation.uploadedFileProblem({ name: 'a.csv', size: 0 })).toBe('The file is empty.');
  expect(validation.uploadedFileProblem({ name: 'a.csv', size: 2_147_483_648 })).toBe(
    'Your file is larger than 2GB, please select to upload via CLI tool.',
  );
});

test('organization names, codes and addresses', () => {
  expect(validation.organizationNameProblem(' abc ')).toBe(
    'Please enter the organization name with at least 4 characters.',
  );
  expect(validation.organizationNameProblem('Acme')).toBeUndefined();
  expect(validation.codeProblem('12345')).toBe('Invalid confirmation code!');
  expect(validation.codeProblem('123456')).toBeUndefined();
  expect(validation.emailProblem('a@b')).toBeDefined();
  expect(validation.emailProblem(' a@b.org ')).toBeUndefined();
});
