import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  animals,
  createIndex,
  firstKey,
  upload,
  waitForBuild,
  waitForRebuild,
} from '#tests/api/support/datasets.ts';
import { type Member, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { close, type Stack, startStack, stop } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { clusterAddress } from './support/cluster-address.ts';
import { cluster } from './support/placed-index.ts';

/** Every index goes to the cluster. */
const preferred = { OPENSEARCH_URL: clusterAddress, OPENSEARCH_FROM_ROWS: '1' };

let stack: Stack;
let admin: Member;
beforeAll(async () => {
  stack = await startStack({ environment: preferred });
  admin = await newAdminAt(stack.origin);
});
afterAll(() => close(stack));

/** The same installation with other settings. */
async function restart(environment: Record<string, string>) {
  const { dataDir, port } = stack;
  await stop(stack);
  stack = await startStack({ dataDir, port, environment });
}

const search = (indexId: string, key: string, text: string) =>
  fetch(`${stack.origin}/api/v1/indexes/${indexId}/query`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ request: { conceptFeaturesString: text, maxNumItems: 2 } }),
  });

const placementOf = async (indexId: string) =>
  (await admin.call('get-index-quality', { query: { index_id: indexId } })).placement;

/** Names on the cluster that have this in them. */
async function namesWith(text: string): Promise<string[]> {
  const { body } = await cluster({ method: 'GET', path: `/*${text}*/_alias` });
  return body.error ? [] : Object.keys(body);
}

test('an index is built on the cluster, searched there, and moved to functions by a rebuild', async () => {
  const file = await upload(admin, 'animals.csv', animals);
  const { item_id } = await createIndex(admin, 'animals', file);
  const built = await waitForBuild(admin, item_id);
  expect(built).toMatchObject({ status: 'Active', rows: 6 });
  expect(await placementOf(item_id)).toBe('cluster');
  const [name] = await namesWith(item_id);
  const { body: aliases } = await cluster({ method: 'GET', path: `/${name}/_alias` });
  expect(JSON.stringify(aliases)).toContain(`"antecede-local-${admin.orgId}-${item_id}"`);

  const key = await firstKey(admin, item_id);
  const { foundItems } = await (await search(item_id, key, 'bees collect nectar')).json();
  expect(foundItems[0]).toMatchObject({ id: 'w4', title: 'Honey bee' });

  // Nothing listens there.
  await restart({ OPENSEARCH_URL: 'http://127.0.0.1:9' });
  const refused = await search(item_id, key, 'bees');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');

  await restart({ OPENSEARCH_URL: clusterAddress });
  await admin.call('rebuild-index', { body: { index_id: item_id } });
  const rebuilt = await waitForRebuild(admin, built);
  expect(rebuilt.failure).toBeUndefined();
  expect(await placementOf(item_id)).toBe('functions');
  const moved = await (await search(item_id, key, 'bees collect nectar')).json();
  expect(moved.foundItems.map(({ id }: { id: string }) => id)).toEqual(
    foundItems.map(({ id }: { id: string }) => id),
  );

  await advanceClock(stack.origin, '2h');
  await waitFor(
    'the removal of the superseded version',
    async () => (await namesWith(item_id)).length === 0,
  );
});
