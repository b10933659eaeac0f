import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tests/docs/pages.ts';
import { sdkTypes } from './files.ts';

test.each(Object.entries(sdkTypes()))('%s has the types of the contract', (file, text) => {
  const written = readFileSync(path.join(root, file), 'utf8');
  expect(written === text, 'run `npm run sdk:types`').toBe(true);
});
