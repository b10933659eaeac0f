import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeTables } from './describe-tables.ts';

test('docs/data.md is up to date; `npm run docs:data` writes it', async () => {
  const written = await readFile(new URL('../../../docs/data.md', import.meta.url), 'utf8');
  expect(written).toBe(describeTables());
});
