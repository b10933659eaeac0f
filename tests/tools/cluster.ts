/**
 * `npm run cluster`: fetches OpenSearch and runs one node of it, or `npm run cluster -- 3` three, until Ctrl-C.
 * `npm run cluster -- fetch` only fetches it. Everything is below `.local/opensearch`; `PORT` is that of the first node
 * (9200).
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { installServer, MissingToolError, serversFolder } from './opensearch/install.ts';
import { startNodes } from './opensearch/nodes.ts';

const asked = process.argv[2] ?? '1';
if (!['1', '3', 'fetch'].includes(asked)) {
  console.error('One node or three: npm run cluster -- 3');
  process.exit(2);
}

async function runNodes(count: number) {
  const folder = path.join(serversFolder, `nodes-${count}`);
  rmSync(folder, { recursive: true, force: true });
  const nodes = await startNodes(installServer(serversFolder), {
    count,
    folder,
    port: Number(process.env.PORT ?? 9200),
    heapMb: count === 1 ? 1024 : 512,
    startsCheaply: count === 1,
  });
  console.log(`OpenSearch runs at ${nodes.urls.join(', ')}. Ctrl-C stops it.`);
  console.log(`Tests: OPENSEARCH_URL=${nodes.urls[0]} npm test -- cluster`);
  console.log(`The product: OPENSEARCH_URL=${nodes.urls[0]} npm start`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => nodes.stop());
}

try {
  if (asked === 'fetch') installServer(serversFolder);
  else await runNodes(Number(asked));
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
