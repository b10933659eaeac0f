/**
 * `npm run cluster`: fetches OpenSearch and runs one node of it, or `npm run cluster -- 3` three, until Ctrl-C.
 * Everything is below `.local/opensearch`; `PORT` is that of the first node (9200).
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { installServer, MissingToolError } from './opensearch/install.ts';
import { startNodes } from './opensearch/nodes.ts';

const folder = join(import.meta.dirname, '../.local/opensearch');
const count = Number(process.argv[2] ?? 1);
if (count !== 1 && count !== 3) {
  console.error('One node or three: npm run cluster -- 3');
  process.exit(2);
}
try {
  const data = join(folder, `nodes-${count}`);
  rmSync(data, { recursive: true, force: true });
  const port = Number(process.env.PORT ?? 9200);
  const nodes = await startNodes(installServer(folder), {
    count,
    folder: data,
    port,
    heapMb: count === 1 ? 1024 : 512,
  });
  console.log(`OpenSearch runs at ${nodes.urls.join(', ')}. Ctrl-C stops it.`);
  console.log(`Tests: OPENSEARCH_URL=${nodes.urls[0]} npm test -- cluster`);
  console.log(`The product: OPENSEARCH_URL=${nodes.urls[0]} npm start`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => nodes.stop());
} catch (error) {
  if (!(error instanceof MissingToolError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
