import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callAsHost } from '#local/aws/run-operation.ts';
import { openDynamoDB } from './dynamodb.ts';
import { tableResource, withIndex } from './test-tables.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dynamodb-crash-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Moves units from one item to another in transactions, and reports each acknowledged one. */
const writer = `
  import { openDynamoDB } from ${JSON.stringify(join(import.meta.dirname, 'dynamodb.ts'))};
  import { callAsHost } from ${JSON.stringify(join(import.meta.dirname, '../run-operation.ts'))};
  const table = JSON.parse(process.argv[2]);
  const db = await openDynamoDB({ dataDir: process.argv[1], clock: Date });
  await db.declare(table);
  const add = (pk, n, state) => ({ Update: {
    TableName: 'Moves', Key: { pk: { S: pk }, sk: { S: 's' } },
    UpdateExpression: 'SET #s = :s ADD n :n', ExpressionAttributeNames: { '#s': 'state' },
    ExpressionAttributeValues: { ':n': { N: String(n) }, ':s': { S: state } } } });
  const states = ['even', 'odd'];
  for (let i = 1; ; i++) {
    await callAsHost(db, 'TransactWriteItems', { TransactItems: [add('from', -1, states[i % 2]), add('to', 1, states[(i >> 1) % 2])] });
    process.stdout.write(i + '\\n');
  }`;

test('a kill in the middle of transactions loses no acknowledged one and leaves none half done', async () => {
  const table = tableResource('Moves', withIndex);
  let acknowledged = 0;
  for (const delayMs of [20, 60, 110, 170]) {
    const before = acknowledged;
    const arguments_ = ['--input-type=module', '-e', writer, dataDir, JSON.stringify(table)];
    const child: ChildProcess = spawn(process.execPath, arguments_, { cwd: import.meta.dirname });
    child.stderr!.on('data', (chunk) => console.error(String(chunk)));
    let last = '';
    child.stdout!.on('data', (chunk) => {
      last = String(chunk).trim().split('\n').at(-1) ?? last;
    });
    await once(child.stdout!, 'data');
    await sleep(delayMs);
    child.kill('SIGKILL');
    await once(child, 'close');

    const db = await openDynamoDB({ dataDir, clock: Date });
    await db.declare(table);
    const scan = async (IndexName?: string) => {
      const input = { TableName: 'Moves', IndexName };
      const { Items } = (await callAsHost(db, 'Scan', input)) as { Items: Move[] };
      return Items.sort((a, b) => a.pk.S.localeCompare(b.pk.S));
    };
    const items = await scan();
    const [from, to] = items.map((item) => Number(item.n.N)) as [number, number];
    expect(from).toBe(-to);
    expect(to).toBeGreaterThanOrEqual(before + Number(last));
    expect(await scan('byState')).toEqual(items);
    acknowledged = to;
    await db.close();
  }
});

interface Move {
  pk: { S: string };
  n: { N: string };
}

test('a damaged file is one line that names the file and the remedy', async () => {
  writeFileSync(join(dataDir, 'dynamodb.sqlite'), 'x'.repeat(5000));
  const failure = await openDynamoDB({ dataDir, clock: Date }).catch((error: Error) => error);
  expect((failure as Error).message).toMatch(/dynamodb\.sqlite.*delete it to start/);
});
