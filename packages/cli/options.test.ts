import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes, Failure } from './failure.ts';
import { help, readOptions } from './options.ts';

test('presigned.json is looked for beside the file', () => {
  const file = join('data', 'a.csv');
  expect(readOptions([file])).toMatchObject({ file, presigned: join('data', 'presigned.json') });
  expect(readOptions([file, '--presigned', 'p.json'])).toMatchObject({ presigned: 'p.json' });
});

test('options have defaults', () => {
  expect(readOptions(['a.csv'])).toMatchObject({ concurrency: 4, retries: 10, quiet: false });
});

test.each([
  [[]],
  [['a.csv', 'b.csv']],
  [['a.csv', '--fast']],
  [['a.csv', '--concurrency', '0']],
  [['a.csv', '--concurrency', '33']],
  [['a.csv', '--concurrency', 'x']],
  [['a.csv', '--retries', '-1']],
])('%j is refused with the way to the help', (args) => {
  expect(() => readOptions(args)).toThrow(Failure);
  expect(() => readOptions(args)).toThrow(/antecede-upload --help/);
});

test('help explains each exit code', () => {
  expect(readOptions(['--help'])).toBe('help');
  expect(readOptions(['--version'])).toBe('version');
  for (const code of Object.values(exitCodes)) expect(help).toMatch(new RegExp(`\\b${code}\\b`));
});
