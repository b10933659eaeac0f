import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uploadCommand } from './cli-command.ts';

test('a plain name stays plain', () => {
  expect(uploadCommand('rows-2.csv')).toBe('antecede-upload rows-2.csv');
  expect(uploadCommand('my rows.csv')).toBe('antecede-upload "my rows.csv"');
});

test('a shell passes any name to the tool unchanged', () => {
  const names = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 40 });
  fc.assert(
    fc.property(names, (parts) => {
      const files = parts.map((part) => `${part.replace(/[\0/\r\n]/g, '')}.csv`);
      const script = files.map((file) =>
        uploadCommand(file).replace('antecede-upload', "printf '%s\\0'"),
      );
      const told = execFileSync('sh', ['-c', script.join('\n')], { encoding: 'utf8' });
      const expected = files.map((file) => (file.startsWith('-') ? `./${file}` : file));
      expect(told.split('\0').slice(0, -1)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
