import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClusterConnection,
  ClusterError,
  type ClusterRequest,
  createClusterIndex,
  finishClusterIndex,
  loadSegment,
  memorySource,
  openClusterIndex,
  publish,
  type SearchIndex,
} from '#engine';
import type { JsonObject } from '#engine/cluster/connection.ts';
import { type BuiltIndex, buildFromCsv, openFrom } from '#engine/test-corpus.ts';
import { clusterAt } from '#functions/indexes/cluster-connection.ts';
import { fetchedServer } from '#tests/cluster/support/fetched-server.ts';
import { freePort } from '#tests/cluster/support/free-port.ts';
import { freshName } from '#tests/cluster/support/placed-index.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { serversFolder } from '../tools/opensearch/install.ts';
import { type Nodes, startNodes } from '../tools/opensearch/nodes.ts';

/** The rows of an index lie in three shards on three nodes, of which some die. */
const folder = path.join(serversFolder, `faults-${process.pid}`);
const patient = { timeoutMs: 600_000, everyMs: 500 };

let nodes: Nodes;
let built: BuiltIndex;
const dead = new Set<number>();

beforeAll(async () => {
  const server = fetchedServer();
  if (typeof server === 'string') throw new Error(server);
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  nodes = await startNodes(server, { count: 3, folder, port, heapMb: 512, startsCheaply: true });
  const csv = readFileSync('packages/local/catalog/us_patents.csv', 'utf8');
  const [header, ...lines] = csv.split(/\n(?=US-)/);
  // Several bulk requests.
  const many = Array.from({ length: 5 }, () => lines.join('\n').trimEnd()).join('\n');
  built = await buildFromCsv(`${header}\n${many}\n`, { text: 'index' });
});
afterAll(async () => {
  await nodes?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let turn = 0;
/** Asks the nodes in turn, as the endpoint of a domain does. A new index gets three shards; copies are made at once. */
const endpoint: ClusterConnection = async (request) => {
  const alive = nodes.urls.filter((_, node) => !dead.has(node));
  return clusterAt(alive[turn++ % alive.length]!)(inThreeShards(request));
};

function inThreeShards(request: ClusterRequest): ClusterRequest {
  const { settings, mappings } = (request.body ?? {}) as JsonObject;
  if (!settings || !mappings) return request;
  const { index } = settings as { index: JsonObject };
  const shards = { number_of_shards: 3, 'unassigned.node_left.delayed_timeout': '0s' };
  return { ...request, body: { settings: { index: { ...index, ...shards } }, mappings } };
}

async function kill(node: number) {
  dead.add(node);
  await nodes.kill(node);
}

/** Starts a node again and waits until all three are one cluster. */
async function restart(node: number) {
  nodes.restart(node);
  const path = '/_cluster/health?wait_for_nodes=3&timeout=1s';
  await waitFor(
    'the return of a node',
    async () => {
      try {
        // It answers itself only after it has joined the others.
        return (await clusterAt(nodes.urls[node]!)({ method: 'GET', path })).status === 200;
      } catch {
        return false;
      }
    },
    patient,
  );
  dead.delete(node);
}

interface Shard {
  readonly shard: string;
  readonly state: string;
  readonly node: string;
}

const shardsOf = async (name: string) =>
  (await endpoint({ method: 'GET', path: `/_cat/shards/${name}?format=json` }))
    .body as unknown as Shard[];

const nodeOf = ({ node }: Shard) => Number(node.replace('node-', ''));

const file = (fileName: string) => ({ fileName, source: memorySource(built.files.get(fileName)!) });
const create = (name: string) =>
  createClusterIndex(endpoint, name, file('model'), built.manifest.rowCount);
const load = (name: string, connection: ClusterConnection) =>
  loadSegment(connection, name, file('model'), file('segment-0'), 0);

const isFinished = (name: string) => finishClusterIndex(endpoint, name, built.manifest.rowCount);
const finish = (name: string) =>
  waitFor('the copies', () => isFinished(name).catch(() => false), patient);

async function open(name: string): Promise<SearchIndex> {
  const published = await publish(file('model'), [file('segment-0')], { cluster: name });
  return openClusterIndex(published, openFrom(built.files), endpoint);
}

const queries = ['solar powered drone', 'keep ice off the blades of a wind turbine', 'zzzxqy'];
const filters = [{ column: 'publication_date', operator: '>=', value: '2010' }] as const;

const answersOf = (index: SearchIndex) =>
  Promise.all(
    queries.flatMap((text) => [
      index.search({ text, limit: 100 }),
      index.search({ text, limit: 1000, filters }),
    ]),
  );

/** Every row of the index, and no other. */
async function expectAllRows(name: string) {
  const index = await open(name);
  for (const state of ['true', 'false']) {
    const ofState = [{ column: 'publication_date', operator: 'exists', value: state }] as const;
    const request = { text: '', limit: 1000, filters: ofState };
    const [here, there] = await Promise.all([built.index.search(request), index.search(request)]);
    expect(there.totalFound).toBe(here.totalFound);
  }
}

/** Calls `act` after some bulk requests. */
function after(bulks: number, act: () => Promise<void>): ClusterConnection {
  let seen = 0;
  return async (request) => {
    if (request.path.endsWith('/_bulk') && seen++ === bulks) await act();
    return endpoint(request);
  };
}

test('rows that are being loaded when a node dies are all there when it is back', async () => {
  const name = freshName();
  await create(name);
  await waitFor('the shards', async () => {
    const shards = await shardsOf(name);
    return shards.every(({ state }) => state === 'STARTED');
  });
  const victim = nodeOf((await shardsOf(name))[0]!);
  let back: Promise<void> | undefined;
  const killing = after(2, async () => {
    await kill(victim);
    back = restart(victim);
  });
  // A function that gives up is started again.
  await waitFor('the load', () => load(name, killing).catch(() => false), patient);
  await back;
  await finish(name);
  await expectAllRows(name);
});

test('rows that are being loaded while their shard moves to another node are all there', async () => {
  const name = freshName();
  // A move that waits for operations in vain ends after half an hour otherwise.
  const patience = { 'indices.recovery.recovery_activity_timeout': '10s' };
  const settings = { persistent: patience };
  await endpoint({ method: 'PUT', path: '/_cluster/settings', body: settings });
  await create(name);
  const moving = after(2, async () => {
    const [{ shard, node }] = (await shardsOf(name)) as [Shard];
    const other = `node-${(nodeOf({ shard, node, state: '' }) + 1) % 3}`;
    const move = { index: name, shard: Number(shard), from_node: node, to_node: other };
    const body = { commands: [{ move }] };
    const { status } = await endpoint({ method: 'POST', path: '/_cluster/reroute', body });
    expect(status).toBe(200);
  });
  expect(await load(name, moving)).toBe(true);
  await finish(name);
  await expectAllRows(name);
});

/** Tells all nodes how much free space a disk needs, to be called full or not. */
const needFree = (bytes: string) =>
  endpoint({
    method: 'PUT',
    path: '/_cluster/settings',
    body: {
      persistent: {
        'cluster.info.update.interval': '10s',
        'cluster.routing.allocation.disk': {
          threshold_enabled: true,
          watermark: { low: bytes, high: bytes, flood_stage: bytes },
        },
      },
    },
  });

const isBlocked = async (name: string) =>
  JSON.stringify((await endpoint({ method: 'GET', path: `/${name}/_settings` })).body).includes(
    'read_only_allow_delete',
  );

const failureOf = (made: Promise<unknown>): Promise<unknown> =>
  made.then(
    () => undefined,
    (error: unknown) => error,
  );

test('full disks stop loads and new indexes, not searches; a load goes on when there is room', async () => {
  const [served, name] = [freshName(), freshName()];
  await create(served);
  await load(served, endpoint);
  await finish(served);
  const index = await open(served);
  const whole = await answersOf(index);
  await create(name);
  const filling = after(2, async () => {
    expect((await needFree('1000000gb')).status).toBe(200);
    await waitFor('the block of full disks', () => isBlocked(name), patient);
  });
  await expect(load(name, filling)).rejects.toMatchObject({ reason: 'full' });
  expect(await answersOf(index)).toEqual(whole);
  const refusal = () => failureOf(create(freshName()));
  const refused = await waitFor('the refusal of a new index', refusal, patient);
  expect(refused).toMatchObject({ reason: 'full' });
  await needFree('1b');
  await waitFor('the end of the block', async () => !(await isBlocked(name)), patient);
  await waitFor('new indexes', async () => !(await refusal()), patient);
  expect(await load(name, endpoint)).toBe(true);
  await finish(name);
  await expectAllRows(name);
});

test('a node that dies while it is searched costs no row of an answer', async () => {
  const name = freshName();
  await create(name);
  await load(name, endpoint);
  await finish(name);
  const index = await open(name);
  const whole = await answersOf(index);
  const answers: unknown[] = [];
  const ask = async () => {
    answers.push(await answersOf(index).catch((error: unknown) => error));
  };
  await Promise.all([ask(), kill(1)]);
  const green = `/_cluster/health/${name}?wait_for_status=green&timeout=1s`;
  await waitFor(
    'new copies on two nodes',
    async () => {
      await ask();
      return (await endpoint({ method: 'GET', path: green })).status === 200;
    },
    patient,
  );
  const refused = answers.filter((answer) => answer instanceof ClusterError);
  console.log(`${answers.length} times asked, ${refused.length} times told to ask again`);
  expect(refused.map(({ reason }) => reason)).toEqual(refused.map(() => 'busy'));
  const given = answers.filter((answer) => !(answer instanceof ClusterError));
  expect(given).toEqual(given.map(() => whole));
  // The two that are left have copies of everything.
  expect(await answersOf(index)).toEqual(whole);
  await restart(1);
  await finish(name);
  expect(await answersOf(index)).toEqual(whole);
});

test('a shard without a copy whose node dies makes searches fail until it is back', async () => {
  const name = freshName();
  await create(name);
  await load(name, endpoint);
  await finish(name);
  const body = { index: { auto_expand_replicas: false, number_of_replicas: 0 } };
  await endpoint({ method: 'PUT', path: `/${name}/_settings`, body });
  const index = await open(name);
  const whole = await answersOf(index);
  const shards = await shardsOf(name);
  expect(shards).toHaveLength(3);
  const victim = nodeOf(shards[1]!);
  await kill(victim);
  // The last has no word of the index, and nothing to look for.
  for (const text of queries.slice(0, 2)) {
    for (const given of [[], filters]) {
      const search = index.search({ text, limit: 10, filters: given });
      await expect(search).rejects.toMatchObject({ name: 'ClusterError', reason: 'busy' });
    }
  }
  await restart(victim);
  await waitFor(
    'the shard',
    async () => (await shardsOf(name)).every(({ state }) => state === 'STARTED'),
    patient,
  );
  expect(await answersOf(index)).toEqual(whole);
});
