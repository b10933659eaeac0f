/** Latency of long lists: 10,000 datasets and 1,000 indexes of one organization, by page and order. */

import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { allRecorded } from '#functions/datasets/datasets.ts';
import { fileItem } from '#tests/api/support/file-item.ts';
import { indexItems } from '#tests/api/support/index-items.ts';
import { type Installation, openInstallation } from '../installation.ts';

const datasets = 10_000;
const indexes = 1000;
const authors = 40;
const limit = 20;
const calls = 60;

/** Writes the items of uploads and builds directly into the tables. */
async function seed({ stack, assembly, orgId }: Installation): Promise<void> {
  const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient(stack.client));
  const tableNamed = (name: string) =>
    assembly.resources.find(
      ({ type, ref }) => type === 'AWS::DynamoDB::Table' && ref.includes(name),
    )!.ref;
  const write = async (table: string, items: Record<string, unknown>[]) => {
    for (let at = 0; at < items.length; at += 25) {
      const batch = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
      await dynamodb.send(new BatchWriteCommand({ RequestItems: { [tableNamed(table)]: batch } }));
    }
  };
  const minute = (number: number) => new Date(1.7e12 + number * 60_000);
  const author = (number: number) => `Author ${(number * 17) % authors}`;
  await write('Datasets', [
    allRecorded(orgId),
    ...Array.from({ length: datasets }, (_, number) =>
      fileItem(orgId, `rows-${(number * 7919) % datasets}.csv`, {
        modifiedAt: minute(number),
        author: author(number),
      }),
    ),
  ]);
  await write(
    'Indexes',
    Array.from({ length: indexes }, (_, number) =>
      indexItems(orgId, `Index${(number * 7919) % indexes}`, minute(number), {
        author: author(number),
        updatedAt: minute(number + ((number * 31) % 500)),
        status: statuses[number % 10] ?? 'Active',
      }),
    ).flat(),
  );
}

/** Of every ten indexes, one is being built and one has failed. */
const statuses = ['Processing', 'Failed'] as const;

/** Median and 99th percentile of a call in milliseconds. */
async function latency(call: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let at = 0; at < calls + 10; at++) {
    const startedAt = performance.now();
    await call();
    if (at >= 10) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(0);
  return `${at(0.5)} / ${at(0.99)} ms`;
}

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { json: { type: 'boolean' } } });
  const installation = await openInstallation();
  const { call, orgId } = installation;
  const rows: { figure: string; value: string; goal: string }[] = [];
  const measure = async (figure: string, ask: () => Promise<unknown>) => {
    const row = { figure, value: await latency(ask), goal: 'p50 ≤ 100 ms' };
    rows.push(row);
    if (!values.json) console.log(`${figure.padEnd(48)}${row.value.padEnd(18)}${row.goal}`);
  };
  if (!values.json) console.log(`${'p50 / p99'.padStart(57)}`);
  try {
    await seed(installation);
    const orders = ['ascending', 'descending'] as const;
    for (const sort of ['name', 'date', 'author'] as const) {
      for (const order of orders) {
        const files = (cursor?: string) =>
          call('get-dataset-files', { query: { key: orgId, sort, order, limit, cursor } });
        const first = await files();
        const next = 'items' in first ? first.next : undefined;
        await measure(`datasets by ${sort}, ${order}, first page`, () => files());
        await measure(`datasets by ${sort}, ${order}, second page`, () => files(next));
      }
    }
    for (const sort of ['name', 'date', 'updated', 'status', 'author'] as const) {
      for (const order of orders) {
        const list = (cursor?: string) =>
          call('list-indexes', { query: { org_id: orgId, sort, order, limit, cursor } });
        const { next } = await list();
        await measure(`indexes by ${sort}, ${order}, first page`, () => list());
        await measure(`indexes by ${sort}, ${order}, second page`, () => list(next));
      }
    }
    await measure('datasets by the beginning of a name', () =>
      call('get-dataset-files', { query: { key: orgId, prefix: 'rows-77', limit } }),
    );
    await measure('indexes by the beginning of a name', () =>
      call('list-indexes', { query: { org_id: orgId, prefix: 'index7', limit } }),
    );
  } finally {
    await installation.close();
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
}
