import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Index } from '#shared/contract/indexes.ts';
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

/** What the first calls of `load-segment` meet, and how many of each: the step is tried again until it succeeds. */
const faults = [
  ['AccessDeniedException', 1],
  ['ThrottlingException', 3],
  ['connection cut', 1],
  ['answer lost', 1],
  ['function dies', 1],
] as const;

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

/** A cluster that takes no rows: its operator has withdrawn the permission. */
async function refuseLoads() {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const isLoad = request.url!.endsWith('/_bulk');
    const answer = isLoad
      ? new Response('{"error":"no permissions"}', { status: 403 })
      : await fetch(new URL(request.url!, clusterAddress), {
          method: request.method,
          headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
          body: body.length > 0 ? body : undefined,
        });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Rebuilds an index while somebody goes on searching it. Gives the index, and what the searches were told. */
async function rebuildServing(index: Index, key: string) {
  await admin.call('rebuild-index', { body: { index_id: index.item_id } });
  const told = new Set<string>();
  let hasEnded = false;
  const rebuilding = waitForRebuild(admin, index).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const answer = await search(index.item_id, key, 'bees collect nectar');
    const { foundItems = [] } = await answer.json();
    told.add([answer.status, ...foundItems.map(({ id }: { id: string }) => id)].join(' '));
  }
  return { rebuilt: await rebuilding, told: [...told] };
}

test('an index is built on the cluster, searched there, and moved to functions and back while it serves, also if a move fails or its calls do', async () => {
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
  const ids = foundItems.map(({ id }: { id: string }) => id);
  const moved = await rebuildServing(built, key);
  expect(moved.rebuilt.failure).toBeUndefined();
  expect(moved.told).toEqual([[200, ...ids].join(' ')]);
  expect(await placementOf(item_id)).toBe('functions');

  const refusing = await refuseLoads();
  await restart({ ...preferred, OPENSEARCH_URL: refusing.address });
  const failed = await rebuildServing(moved.rebuilt, key);
  expect(failed.rebuilt.failure).toMatch(/a problem on our side/);
  expect(failed.told).toEqual([[200, ...ids].join(' ')]);
  expect(await placementOf(item_id)).toBe('functions');
  refusing.close();

  await restart(preferred);
  for (const [code, times] of faults) {
    const fault = { caller: 'antecede-local-load-segment', code, times };
    await fetch(`${stack.origin}/_local/faults`, { method: 'POST', body: JSON.stringify(fault) });
  }
  const back = await rebuildServing(moved.rebuilt, key);
  const { due } = await (await fetch(`${stack.origin}/_local/faults`)).json();
  expect(due, 'every failure of load-segment has happened').toEqual([]);
  expect(back.rebuilt.failure).toBeUndefined();
  expect(back.told).toEqual([[200, ...ids].join(' ')]);
  expect(await placementOf(item_id)).toBe('cluster');

  await advanceClock(stack.origin, '2h');
  await waitFor(
    'the removal of versions that do not serve',
    async () => (await namesWith(item_id)).length === 1,
  );
  expect(await namesWith(item_id)).not.toContain(name);
});
