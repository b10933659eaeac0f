/**
 * The compiler checks the errors of `throw fail('…')` in `functions/<feature>/endpoints`. This test checks the others:
 * errors that resolvers, stores and the engine throw in the code that an endpoint's bundle reaches.
 */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import * as engine from '#engine';
import { functionOf } from '#infra/functions.ts';
import { contract, type EndpointName, endpointNames } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { errorsOf } from '#shared/contract/errors-of.ts';

/**
 * Errors of the engine for customers. They cannot repair a damaged file, so its error stays an opaque 500.
 */
const engineErrors = Object.keys(engine).filter((name) => name.endsWith('Error'));

const projectDir = resolve(import.meta.dirname, '../..');
let codeOf: Map<string, string>;

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: projectDir,
    entryPoints: endpointNames.map((name) => ({ in: functionOf(name).file, out: name })),
    outdir: 'unwritten',
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    minifyWhitespace: true,
    // These files name every code. The codes that `lambda()` throws follow from each endpoint's schemas.
    external: ['#core/request/lambda.ts', '#shared/contract/*', '#shared/errors.ts'],
  });
  codeOf = new Map(endpointNames.map((name, position) => [name, outputFiles[position]!.text]));
});

const uses = (code: string, pattern: RegExp) =>
  new Set(Array.from(code.matchAll(pattern), ([, found]) => found!));

const without = (some: Iterable<string>, others: Iterable<string>) => {
  const left = new Set(some);
  for (const other of others) left.delete(other);
  return left;
};

/** What endpoints do wrong, one line each: `query-index: IndexNotFound`. */
const offences = (find: (code: string, name: EndpointName) => Iterable<string>) =>
  endpointNames.flatMap((name) =>
    Array.from(find(codeOf.get(name)!, name), (found) => `${name}: ${found}`),
  );

test('endpoints declare every error that their code can throw', () => {
  // A code in a variable could not be read from the bundle.
  expect(offences((code) => uses(code, /(new ProductError\d*\((?!").{20})/g))).toEqual([]);
  const undeclared = offences((code, name) =>
    without(uses(code, /new ProductError\d*\("(\w+)"/g), errorsOf(contract[name])),
  );
  expect(undeclared).toEqual([]);
});

test('endpoints declare no error that their code never names', () => {
  const unnamed = offences((code, name) => {
    const { errors = [] }: Endpoint = contract[name];
    return without(errors, uses(code, /"(\w+)"/g));
  });
  expect(unnamed).toEqual([]);
});

test('endpoints translate errors of the engine for customers', () => {
  const untranslated = offences((code) =>
    engineErrors.filter(
      (error) => code.includes(`throw new ${error}(`) && !code.includes(`instanceof ${error}`),
    ),
  );
  expect(untranslated).toEqual([]);
});
