import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  close,
  kill,
  newDataDir,
  removeDataDir,
  spawnStack,
  startStack,
} from '#tests/support/stack.ts';
import { occupyPort } from './support/occupy-port.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await newDataDir();
});
afterAll(() => removeDataDir(dataDir));

/** Starts a stack that must not start, and gives the one line that it prints. */
async function failToStart(environment: Record<string, string>): Promise<string> {
  const stack = spawnStack({ LOCAL_DATA_DIR: dataDir, ...environment });
  expect(await stack.exit).toBe(1);
  const lines = stack.printed().trim().split('\n');
  expect(lines, lines.join('\n')).toHaveLength(1);
  return lines[0]!;
}

test('a port in use', async () => {
  const { port, server } = await occupyPort();
  expect(await failToStart({ PORT: String(port) })).toMatch(/in use.*PORT=/);
  server.close();
});

test('a data folder that cannot be written', async () => {
  const file = path.join(dataDir, 'a-file');
  await writeFile(file, '');
  const line = await failToStart({ PORT: '0', LOCAL_DATA_DIR: path.join(file, 'folder') });
  expect(line).toMatch(/cannot be written.*LOCAL_DATA_DIR=/);
});

test('a data folder that another instance uses', async () => {
  const stack = await startStack({ dataDir });
  expect(await failToStart({ PORT: '0' })).toMatch(/Another instance/);
  await kill(stack);
});

test.each(['dynamodb.sqlite', 's3.sqlite', 'cognito.sqlite', 'sqs.sqlite', 'kms-keys.json'])(
  'a damaged %s',
  async (name) => {
    const folder = await newDataDir();
    await mkdir(path.join(folder, 'aws'));
    await writeFile(path.join(folder, 'aws', name), 'this was something else once'.repeat(200));
    const line = await failToStart({ PORT: '0', LOCAL_DATA_DIR: folder });
    expect(line).toContain(name);
    expect(line).toMatch(/restore/i);
    await removeDataDir(folder);
  },
);

test('settings of the shell for AWS do not affect the local cloud', async () => {
  const stack = await startStack({
    dataDir: await newDataDir(),
    environment: {
      AWS_ACCESS_KEY_ID: 'theirs',
      AWS_SECRET_ACCESS_KEY: 'theirs',
      AWS_SESSION_TOKEN: 'theirs',
      AWS_PROFILE: 'none-of-ours',
      AWS_REGION: 'mars-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_USE_FIPS_ENDPOINT: 'true',
    },
  });
  // Answers once the catalogues are there: uploaded, built and published.
  const demo = await fetch(`${stack.origin}/_local/demo`);
  expect(await demo.json()).toHaveProperty('api_keys.us_patents');
  expect(stack.printed()).not.toMatch(/WARN|ERROR/);
  await close(stack);
});

test('an old Node is refused before other modules are loaded', () => {
  const script = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); import('./packages/local/start.mjs');`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/needs Node 24.*npm ci/)]);
});
