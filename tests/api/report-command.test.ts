/** The operator's command: `npm run report`. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { reportSchema } from '#shared/report/report.ts';

const root = path.join(import.meta.dirname, '../..');
const patent = 'US-99030012-B2';

function report(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { dataDir } = inject('installation');
  const env = { ...process.env, PORT: new URL(inject('origin')).port, LOCAL_DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(root, 'ops/report/main.ts'), ...args, '--env', 'local'],
      { cwd: root, env, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'report-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('makes a report that is the same when it is made again, and says what differs in one that was changed', async () => {
  const made = await report('make', patent, '--kind', 'invalidation');
  expect(made.stderr).toBe('');
  const content = reportSchema.parse(JSON.parse(made.stdout));
  expect(content.subject.ucid).toBe(patent);

  const file = path.join(folder, 'report.json');
  await writeFile(file, made.stdout);
  expect(await report('rerun', file)).toEqual({
    code: 0,
    stdout: 'The same report.\n',
    stderr: '',
  });

  content.record.index.version = 'an earlier build';
  await writeFile(file, JSON.stringify(content));
  const changed = await report('rerun', file);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toMatch(/^Index, version: "an earlier build" before, "[^"]+" now\n$/);
});

it('says what is wrong with its input', async () => {
  expect((await report('rerun', path.join(folder, 'none.json'))).code).toBe(2);
  expect((await report('make', patent)).stderr).toMatch(/^Usage: /);
  const unknown = await report('make', 'US-1-B1', '--kind', 'prior-art');
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
});
