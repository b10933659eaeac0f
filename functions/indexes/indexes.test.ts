import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, test, vi } from 'vitest';
import { catalogOwner, newBuild, servedCatalogs } from './indexes.ts';

const database = mockClient(DynamoDBDocumentClient);
afterEach(() => {
  database.reset();
  vi.unstubAllEnvs();
});

test('a catalogue is served once a build of it was published: others get no keys', async () => {
  vi.stubEnv('TABLE_INDEXES', 'indexes');
  const item = (item_id: string, more: object = {}) => ({
    pk: `INDEX#${item_id}`,
    sk: 'INDEX',
    item_id,
    org_id: catalogOwner,
    name: item_id,
    author: 'Admin',
    created_at: '2026-11-01T00:00:00.000Z',
    modified_at: '2026-11-01T00:00:00.000Z',
    rows: 1,
    rejects: 0,
    dataset_key: `data-catalog/${item_id}.csv`,
    dataset_size: 1,
    columns_role: {},
    columns_data: '[]',
    build_id: 'bld_1',
    build: newBuild,
    ...more,
  });
  const indexes = [item('arxiv', { manifest_key: 'arxiv/b1/manifest' }), item('us_patents')];
  database.on(BatchGetCommand).resolves({ Responses: { indexes } });
  expect(await servedCatalogs()).toEqual(['arxiv']);
});
