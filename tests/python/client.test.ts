/** The client for Python as others have it: its wheel, in the programs of its README. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packWheel } from '#sdk-python/wheel.ts';
import { pythonProgram } from '#shared/docs/clients-section.ts';
import { keyPlaceholder } from '#shared/docs/code-examples.ts';
import { managementScopes } from '#shared/management-scopes.ts';
import { newAdmin, origin } from '#tests/api/support/people.ts';
import { python } from '#tests/tools/python.ts';

const packageFolder = fileURLToPath(new URL('../../packages/sdk-python/', import.meta.url));

let folder: string;
let programs: string[];
/** What the placeholders of the README stand for. */
let values: Record<string, string>;

async function run(args: string[], cwd = folder): Promise<string> {
  const env = {
    ...process.env,
    PYTHONPATH: path.join(folder, 'site'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { stdout, stderr } = await promisify(execFile)(python, args, { cwd, env });
  return `${stdout}${stderr}`.trim();
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-python-'));
  const { name, bytes } = await packWheel();
  const wheel = path.join(folder, name);
  await writeFile(wheel, bytes);
  const target = path.join(folder, 'site');
  await run([
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-deps',
    '--no-index',
    '--target',
    target,
    wheel,
  ]);
  const readme = await readFile(path.join(packageFolder, 'README.md'), 'utf8');
  programs = Array.from(readme.matchAll(/^```python\n([\s\S]*?)^```$/gm), ([, code]) => code!);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the program of the README that has this text. Returns what it prints. */
async function runProgram(text: string): Promise<string> {
  const program = programs.find((each) => each.includes(text))!;
  const file = path.join(folder, `program_${programs.indexOf(program)}.py`);
  const filled = Object.entries(values).reduce(
    (code, [placeholder, value]) => code.replaceAll(placeholder, value),
    program,
  );
  await writeFile(file, filled);
  return run([file]);
}

test('its types hold, and what needs no installation', async () => {
  const source = path.join(packageFolder, 'src/antecede');
  const config = path.join(packageFolder, 'pyproject.toml');
  const cache = path.join(folder, 'mypy');
  const types = ['-m', 'mypy', '--config-file', config, '--cache-dir', cache];
  expect(await run([...types, source], packageFolder)).toMatch(/^Success/);
  const checked = await run(['-m', 'unittest', 'test_antecede'], packageFolder);
  expect(checked).toMatch(/OK$/);
});

test('the tool that publishes makes the same package', async () => {
  const made = path.join(folder, 'made');
  const build = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '-w', made];
  await run([...build, packageFolder]);
  const list = `
import sys, zipfile
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as wheel:
        metadata = next(name for name in wheel.namelist() if name.endswith("METADATA"))
        lines = wheel.read(metadata).decode().split("\\n\\n")[0].split("\\n")
        needs = sorted(line.replace("'", '"') for line in lines if line.startswith(("Requires", "Name", "Version")))
        print([name for name in sorted(wheel.namelist()) if name.startswith("antecede/")], needs)
`;
  const name = 'antecede-0.1.0-py3-none-any.whl';
  const [own, other] = (
    await run(['-c', list, path.join(folder, name), path.join(made, name)])
  ).split('\n');
  expect(own).toContain('antecede/py.typed');
  expect(other).toBe(own);
});

test('the programs of its README upload, build, search, change, export, and are told what fails', async () => {
  const admin = await newAdmin();
  const body = { name: 'Client', scopes: [...managementScopes] };
  const { key } = await admin.call('create-management-key', { body });
  values = { 'https://example.com': origin(), YOUR_MANAGEMENT_KEY: key };
  const bees = [
    { id: 'b1', title: 'Hives', owner: 'Ada', year: 2019, text: 'Keeping bees in wooden hives' },
    { id: 'b2', title: 'Queens', owner: 'Bo', year: 2021, text: 'Rearing queens of bees' },
    { id: 'b3', title: 'Wasps', owner: 'Ada', year: 2022, text: 'Wasps that pollinate figs' },
  ];
  const lines = bees.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(path.join(folder, 'bees.jsonl'), lines);
  const [index, apiKey, found] = (await runProgram('client.upload')).split(' ');
  expect(Number(found)).toBeGreaterThan(0);
  Object.assign(values, { YOUR_INDEX: index, YOUR_API_KEY: apiKey });

  expect(await runProgram('search_many')).toMatch(/^2\n[\s\S]*\nWasps\nQueens\nHives\n2 2\n1$/);
  expect(await runProgram('search_indexes')).toMatch(/^Queens[\s\S]*\n\d+$/);
  expect(await runProgram('AsyncIndex')).toMatch(/^\d \d\nb1\nb2\nb3$/);
  expect(await runProgram('upsert')).toBe('5\n3\n(3, 5)');
  expect(await runProgram('download_export')).toBe('3');
  expect(await readFile(path.join(folder, 'bees.csv'), 'utf8')).toContain('"b2"');
  expect(await runProgram('antecede.langchain')).toContain('Rearing queens of bees');
  expect(await runProgram('antecede.llamaindex')).toContain("('Rearing queens of bees', 0.");
  expect(await runProgram('"wrong"')).toMatch(
    new RegExp(`^InvalidApiKey 401 .+ ${origin()}/errors#InvalidApiKey \\S{8,}$`),
  );
  expect(programs).toHaveLength(9);

  // That of the documentation of the index.
  const page = await admin.call('get-index-docs', { params: { index_name: index! } });
  const blocks = page.sections.flatMap((section) => section.blocks);
  const shown = blocks.find((block) => block.kind === 'code' && block.label === pythonProgram);
  programs.push((shown as { code: string }).code.replaceAll(keyPlaceholder, 'YOUR_API_KEY'));
  expect(await runProgram('print(item[')).toMatch(/^0\.\d+ b\d/);

  // From outside: `npm run bench -- python` does it with 100,000 rows.
  const program = fileURLToPath(new URL('programs/load.py', import.meta.url));
  expect(JSON.parse(await run([program, origin(), key, '1500']))).toMatchObject({
    rows: 1500,
    built_rows: 1500,
    paged_rows: 1500,
    changed_rows: 1000,
  });
});
