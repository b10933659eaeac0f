import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newBuild } from '#functions/store/indexes.ts';
import { handler } from './plan-build.ts';

const database = mockClient(DynamoDBDocumentClient);
const bucket = mockClient(S3Client);
const build = { index_id: 'idx_1', build_id: 'bld_1' };

/** The plan of a dataset of that many rows of 80 words stands in the bucket already. */
function planned(rows: number) {
  const plan = { recordCount: rows, sizeBytes: 520 * rows, ranges: [{}, {}] };
  const transformToByteArray = async () => Buffer.from(JSON.stringify({ plan }));
  bucket.on(GetObjectCommand).resolves({ Body: { transformToByteArray } as never });
}

beforeEach(() => {
  vi.stubEnv('TABLE_INDEXES', 'indexes');
  vi.stubEnv('BUCKET_INDEXES', 'indexes');
  vi.stubEnv('SEARCH_MEMORY_MB', '1769');
  const Item = {
    pk: 'INDEX#idx_1',
    sk: 'INDEX',
    item_id: 'idx_1',
    org_id: 'org_1',
    name: 'A',
    author: 'Admin',
    created_at: '2026-11-01T00:00:00.000Z',
    modified_at: '2026-11-01T00:00:00.000Z',
    rows: 0,
    rejects: 0,
    dataset_key: 'org/org_1/a.csv',
    dataset_size: 1,
    columns_role: {},
    columns_data: '[]',
    build_id: 'bld_1',
    build: newBuild,
  };
  database.on(GetCommand).resolves({ Item });
  database.on(UpdateCommand).resolves({});
});

afterEach(() => {
  database.reset();
  bucket.reset();
  vi.unstubAllEnvs();
});

test('an index that no function of the installation can serve is not built', async () => {
  planned(20_000_000);
  await expect(handler(build)).rejects.toMatchObject({
    name: 'IndexTooLargeError',
    message: expect.stringContaining('20,000,000 rows'),
  });
  expect(bucket.commandCalls(PutObjectCommand)).toEqual([]);
});

test('one that can be served by pages is', async () => {
  planned(3_000_000);
  expect((await handler(build)).ranges).toEqual([{ segment: 0 }, { segment: 1 }]);
});
