import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contract, endpointNames } from './contract/contract.ts';
import { errorsOf } from './contract/errors-of.ts';
import { errorCatalog } from './errors.ts';

const codes = Object.keys(errorCatalog);

test('docs/errors explains exactly the codes of the catalogue', () => {
  const page = readFileSync(new URL('../docs/errors/README.md', import.meta.url), 'utf8');
  const explained = [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code);
  expect(new Set(explained)).toEqual(new Set(codes));
  expect(explained).toHaveLength(codes.length);
});

test('every code is documented by at least one endpoint', () => {
  const answered = new Set(endpointNames.flatMap((name) => errorsOf(contract[name])));
  // No endpoint, because no route takes the request: the job `answer-unknown-path`.
  expect(codes.filter((code) => !answered.has(code as never))).toEqual(['MethodNotAllowed']);
});
