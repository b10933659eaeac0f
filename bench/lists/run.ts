/** How fast long lists answer: 10,000 datasets and 1,000 indexes of one organisation, by page and order. */

import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { indexItems } from '#tests/api/support/index-items.ts';
import { type Installation, openInstallation } from '../installation.ts';

const datasets = 10_000;
const indexes = 1000;
const calls = 60;

/** Writes items past the product: what uploads and builds would leave. */
async function seed({ cloud, orgId }: Installation): Promise<void> {
  const { endpoint, credentials } = cloud;
  const { region, resources } = cloud.assembly;
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, credentials, region }),
  );
  const tableNamed = (name: string) =>
    resources.find(({ type, ref }) => type === 'AWS::DynamoDB::Table' && ref.includes(name))!.ref;
  const write = async (table: string, items: Record<string, unknown>[]) => {
    for (let at = 0; at < items.length; at += 25) {
      const batch = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
      await dynamodb.send(new BatchWriteCommand({ RequestItems: { [tableNamed(table)]: batch } }));
    }
  };
  await write('Datasets', [
    { pk: `ORG#${orgId}`, sk: 'PENDING#ALL' },
    ...Array.from({ length: datasets }, (_, number) => fileItem(orgId, number)),
  ]);
  await write(
    'Indexes',
    Array.from({ length: indexes }, (_, number) =>
      indexItems(orgId, `Index${(number * 7919) % indexes}`, new Date(1.7e12 + number * 60_000)),
    ).flat(),
  );
}

function fileItem(orgId: string, number: number) {
  const key = `org/${orgId}/rows-${(number * 7919) % datasets}.csv`;
  const modified_at = new Date(1.7e12 + number * 60_000).toISOString();
  return {
    ...{ pk: `ORG#${orgId}`, sk: `FILE#${key}`, file_key: key, size_bytes: 1e6, modified_at },
    ...{ gsi1pk: `FILES#${orgId}`, gsi1sk: `${modified_at}#${number}`, author: 'Bench' },
  };
}

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
  try {
    await seed(installation);
    for (const sort of ['name', 'date'] as const) {
      for (const order of ['ascending', 'descending'] as const) {
        const query = { sort, order, limit: 20 };
        const files = (cursor?: string) =>
          call('get-dataset-files', { query: { key: orgId, ...query, cursor } });
        await measure(`datasets by ${sort}, ${order}, p50 / p99`, () => files());
        const first = await files();
        const next = 'items' in first ? first.next : undefined;
        await measure(`datasets by ${sort}, ${order}, second page`, () => files(next));
        const own = { org_id: orgId, ...query };
        await measure(`indexes by ${sort}, ${order}, p50 / p99`, () =>
          call('list-indexes', { query: own }),
        );
      }
    }
  } finally {
    await installation.close();
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
}
