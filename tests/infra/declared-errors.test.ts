/**
 * The compiler checks the errors of `throw fail('…')` in `functions/<feature>/endpoints`. This test checks the others:
 * errors that resolvers, `domain/`, `store/` and the engine throw in the code that an endpoint's bundle
 * reaches.
 */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import * as engine from '#engine';
import { functionOf } from '#infra/functions.ts';
import { contract, endpointNames } from '#shared/contract/contract.ts';
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

test.each(endpointNames)('%s declares every error that its code can throw', (name) => {
  const code = codeOf.get(name)!;
  // A code in a variable could not be read from the bundle.
  expect(code).not.toMatch(/new ProductError\d*\((?!")/);
  const thrown = uses(code, /new ProductError\d*\("(\w+)"/g);
  expect(
    [...thrown].filter((one) => !(errorsOf(contract[name]) as string[]).includes(one)),
  ).toEqual([]);
});

test.each(endpointNames)('%s declares no error that its code never names', (name) => {
  const { errors = [] }: Endpoint = contract[name];
  const named = uses(codeOf.get(name)!, /"(\w+)"/g);
  expect(errors.filter((one) => !named.has(one))).toEqual([]);
});

test.each(endpointNames)('%s translates errors of the engine for customers', (name) => {
  const code = codeOf.get(name)!;
  const thrown = engineErrors.filter((error) => code.includes(`throw new ${error}(`));
  expect(thrown.filter((error) => !code.includes(`instanceof ${error}`))).toEqual([]);
});
