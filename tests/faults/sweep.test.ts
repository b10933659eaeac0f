import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cloud, startCloud } from '#local/cloud.ts';
import { waitForMail } from '#tests/api/support/cognito.ts';
import {
  animals,
  createIndex,
  getIndex,
  upload,
  waitForBuild,
} from '#tests/api/support/datasets.ts';
import { newAdminAt } from '#tests/api/support/people.ts';

let cloud: Cloud;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'antecede-sweep-'));
  const buildDir = path.resolve('node_modules/.cache/antecede-build');
  cloud = await startCloud({ port: 0, dataDir, buildDir, report: console.error });
});
afterAll(async () => {
  await cloud.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Leaves an index as a crash between writing its record and starting the workflow would. */
async function forgetBuild(indexId: string): Promise<void> {
  const tables = cloud.assembly.functions.map(({ environment }) => environment.TABLE_INDEXES);
  const dynamodb = new DynamoDBClient({
    endpoint: cloud.endpoint,
    region: cloud.assembly.region,
    credentials: cloud.credentials,
  });
  await dynamodb.send(
    new UpdateItemCommand({
      TableName: tables.find(Boolean),
      Key: { pk: { S: `INDEX#${indexId}` }, sk: { S: 'INDEX' } },
      UpdateExpression:
        'SET build_id = :id, build_started_at = :now, gsi2pk = :pk, gsi2sk = :now REMOVE manifest_key, failure',
      ExpressionAttributeValues: {
        ':id': { S: 'bld_forgotten' },
        ':now': { S: new Date(cloud.clock.now()).toISOString() },
        ':pk': { S: 'BUILDING' },
      },
    }),
  );
}

test('a build that was never started is started within a quarter of an hour', async () => {
  const admin = await newAdminAt(cloud.origin);
  const { item_id } = await createIndex(admin, 'A', await upload(admin, 'a.csv', animals));
  await waitForBuild(admin, item_id);
  await forgetBuild(item_id);
  expect(await getIndex(admin, item_id)).toMatchObject({ status: 'Processing' });

  const answer = await fetch(`${cloud.origin}/_local/clock`, {
    method: 'POST',
    body: JSON.stringify({ advance: '20m' }),
  });
  expect(answer.status).toBe(200);
  expect(await waitForBuild(admin, item_id)).toMatchObject({ status: 'Active', rows: 6 });
  await waitForMail(cloud.origin, admin.email, /Your index A is ready/);
});
