/** The client for TypeScript as others have it: installed from its package, in the programs of its README. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleTools } from '#cli/bundle.ts';
import { packPackage } from '#cli/pack.ts';
import { clientFiles } from '#sdk-js/bundle.ts';
import { Antecede } from '#sdk-js/client.ts';
import { clientProgram } from '#shared/docs/clients-section.ts';
import { keyPlaceholder } from '#shared/docs/code-examples.ts';
import { managementScopes } from '#shared/management-scopes.ts';
import { type Member, newAdmin, origin } from './support/people.ts';

const run = promisify(execFile);
const packageFolder = new URL('../../packages/sdk-js/', import.meta.url);
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));

let admin: Member;
let folder: string;
/** What the placeholders of the README stand for. */
let values: Record<string, string>;
let programs: string[];
let antecede: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-client-'));
  const archive = path.join(folder, 'antecede-client.tgz');
  await writeFile(archive, await packPackage(packageFolder, await clientFiles()));
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder });
  antecede = path.join(folder, 'antecede.mjs');
  await writeFile(antecede, (await bundleTools()).antecede);

  const readme = await readFile(new URL('README.md', packageFolder), 'utf8');
  programs = Array.from(readme.matchAll(/^```typescript\n([\s\S]*?)^```$/gm), ([, code]) => code!);
  admin = await newAdmin();
  const body = { name: 'Client', scopes: [...managementScopes] };
  const { key } = await admin.call('create-management-key', { body });
  values = { 'https://example.com': origin(), YOUR_MANAGEMENT_KEY: key };
  environment = { ...process.env, ANTECEDE_ADDRESS: origin(), ANTECEDE_MANAGEMENT_KEY: key };
  await writeFile(
    path.join(folder, 'bees.jsonl'),
    [
      { id: 'b1', title: 'Hives', owner: 'Ada', year: 2019, text: 'Keeping bees in wooden hives' },
      { id: 'b2', title: 'Queens', owner: 'Bo', year: 2021, text: 'Rearing queens of bees' },
      { id: 'b3', title: 'Wasps', owner: 'Ada', year: 2022, text: 'Wasps that pollinate figs' },
    ]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** A key that may change rows of an index, made with a management key. */
async function changingKey(index: string): Promise<string> {
  const { YOUR_MANAGEMENT_KEY: managementKey = '' } = values;
  const { keys } = new Antecede({ address: origin(), managementKey });
  return (await keys.create(index, { changes_rows: true })).api_key;
}

/** Runs the program of the README that has this text. Returns what it prints. */
async function runProgram(text: string): Promise<string> {
  const program = programs.find((each) => each.includes(text))!;
  const file = path.join(folder, `program-${programs.indexOf(program)}.ts`);
  const filled = Object.entries(values).reduce(
    (code, [placeholder, value]) => code.replaceAll(placeholder, value),
    program,
  );
  await writeFile(file, filled);
  const { stdout } = await run(process.execPath, ['--no-warnings', file], { cwd: folder });
  return stdout.trim();
}

test('the programs of its README upload, build, search, change, export, and are told what fails', async () => {
  expect(await runProgram('client.datasets.upload')).toMatch(/^3 0 [12]$/);
  const shell = async (...args: string[]) =>
    (await run(process.execPath, [antecede, ...args], { env: environment })).stdout;
  const { id } = JSON.parse(await shell('index', 'wait', 'bees'));
  const reading = JSON.parse(await shell('keys', 'create', 'bees', '--name', 'reads'));
  Object.assign(values, { YOUR_INDEX: id, YOUR_API_KEY: reading.api_key });

  const found = (await runProgram('searchMany')).split('\n');
  expect(found[0]).toBe('2');
  expect(found.join('\n')).toContain('\nWasps\nQueens\nHives\n');
  expect(found.join('\n')).toMatch(/^\d\n\d\n1 \[$/m);
  expect(await runProgram('searchIndexes')).toContain(' Queens');
  await expect(runProgram('rows.upsert')).rejects.toThrow('KeyMayNotChangeRows');
  values.YOUR_API_KEY = await changingKey(id);
  expect(await runProgram('rows.upsert')).toBe('3');
  expect(await runProgram('exports.start')).toBe('written');
  expect(await readFile(path.join(folder, 'bees.csv'), 'utf8')).toContain('"b2"');

  await writeFile(path.join(folder, 'bees.ts'), await shell('types', 'bees'));
  expect(await runProgram('bees.ts')).toBe('5');
  expect(await runProgram("apiKey: 'wrong'")).toMatch(
    new RegExp(`^InvalidApiKey 401 .+ ${origin()}/errors#InvalidApiKey \\S{8,}$`),
  );
  expect(programs).toHaveLength(7);
  // That of the documentation of the index.
  const page = await admin.call('get-index-docs', { params: { index_name: id } });
  const blocks = page.sections.flatMap((section) => section.blocks);
  const documented = blocks.find((block) => block.kind === 'code' && block.label === clientProgram);
  programs.push((documented as { code: string }).code.replaceAll(keyPlaceholder, 'YOUR_API_KEY'));
  expect(await runProgram('item.conceptScore')).toMatch(/^0\.\d+ b\d/);

  // All of them, and what the type of an index forbids, as a compiler sees the package.
  await writeFile(
    path.join(folder, 'forbidden.ts'),
    `import { AntecedeIndex } from '@antecede/client';
import type { BeesRow } from './bees.ts';
declare const bees: AntecedeIndex<BeesRow>;
// @ts-expect-error no such column
await bees.search({ filters: [{ or: [{ column: 'yaer', operator: '=', value: '2020' }] }] });
// @ts-expect-error no such column
await bees.search({ sort: { column: 'colour' } });
// @ts-expect-error no such column
await bees.rows.upsert([{ id: 'b1', colour: 'red' }]);
// @ts-expect-error no such operator
await bees.search({ filters: [{ column: 'year', operator: '~', value: '2020' }] });
const { foundItems } = await bees.search('bees');
export const year: string = foundItems[0]!.year;
`,
  );
  const files = ['forbidden', 'bees', ...programs.keys().map((i) => `program-${i}`)];
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
  const types = ['--allowImportingTsExtensions', '--types', 'node', '--typeRoots'];
  const roots = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));
  const named = files.map((name) => `${name}.ts`);
  const checked = run(process.execPath, [compiler, ...options, ...types, roots, ...named], {
    cwd: folder,
  });
  expect(
    await checked.then(
      () => '',
      ({ stdout }) => stdout,
    ),
  ).toBe('');
});
