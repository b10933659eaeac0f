import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { serversFolder } from '../../tools/opensearch/install.ts';
import { startNodes } from '../../tools/opensearch/nodes.ts';
import { clusterFault } from './cluster-address.ts';
import { fetchedServer, missingCluster } from './fetched-server.ts';
import { freePort } from './free-port.ts';

/** Vitest runs this once, before the tests: it starts a node of OpenSearch unless one runs. */
export async function setup() {
  if (!(await clusterFault())) return;
  const missing = await missingCluster();
  if (missing) throw new Error(`These tests need OpenSearch. ${missing}`);
  const server = fetchedServer();
  if (typeof server === 'string') throw new Error(server);
  const folder = path.join(serversFolder, `tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const nodes = await startNodes(server, {
    count: 1,
    folder,
    port: await freePort(),
    heapMb: 512,
    startsCheaply: true,
  });
  process.env.OPENSEARCH_URL = nodes.urls[0];
  return async () => {
    await nodes.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
