import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCrashMachine } from './crash-process.ts';

test('an execution whose process was killed starts again from its input', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'states-crash-'));
  const calls = () => {
    const file = join(dataDir, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  writeFileSync(join(dataDir, 'hang'), '');
  const program = join(import.meta.dirname, 'crash-process.ts');
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const executionArn = String(await once(child.stdout, 'data'));
  while (!calls().includes('item 3')) await new Promise((done) => setTimeout(done, 20));
  child.kill('SIGKILL');
  await once(child, 'exit');
  rmSync(join(dataDir, 'hang'));

  const machine = await openCrashMachine(dataDir);
  machine.states.resume();
  expect(await machine.end(executionArn)).toMatchObject({
    status: 'SUCCEEDED',
    output: '"published"',
  });
  const first = ['plan', 'item 1', 'item 2', 'item 3'];
  expect(calls()).toEqual([...first, ...first, 'item 4', 'publish']);
});
