import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openModel } from './concept/model.ts';
import { trainModel } from './concept/train.ts';
import { planDataset } from './csv/plan.ts';
import { readBatches, readRows } from './csv/read.ts';
import { publishIndex } from './publish.ts';
import { openIndex } from './query/open.ts';
import { buildSegment } from './segment/build.ts';
import { type ByteSource, memorySource } from './source.ts';

/**
 * `npm run rank -- --collection DIR --out RUN.csv [--top 100] [--seed 1]`: builds an index from
 * DIR/corpus.csv like the product does, runs the queries of DIR/queries.csv and writes the ranked rows.
 */

/** A byte source over a local file; close it with the returned function. */
async function fileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

async function readQueries(path: string): Promise<{ id: string; text: string }[]> {
  const source = memorySource(await readFile(path));
  const roles = [
    { name: 'id', role: 'metadata' as const },
    { name: 'text', role: 'index' as const },
  ];
  const plan = await planDataset(source, roles);
  const queries: { id: string; text: string }[] = [];
  for (const range of plan.ranges) {
    for await (const row of readRows(source, plan, range)) {
      if (!('cells' in row)) throw new Error(`queries.csv, line ${row.line}: ${row.reason}`);
      queries.push({
        id: row.cells[plan.header.indexOf('id')]!,
        text: row.cells[plan.header.indexOf('text')]!,
      });
    }
  }
  return queries;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      collection: { type: 'string' },
      out: { type: 'string' },
      top: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { collection, out } = values;
  const top = Number(values.top);
  const seed = Number(values.seed);
  if (!collection || !out || !Number.isInteger(top) || top < 1 || !Number.isInteger(seed)) {
    console.error('Usage: npm run rank -- --collection DIR --out RUN.csv [--top 100] [--seed 1]');
    process.exitCode = 2;
    return;
  }
  const queries = await readQueries(join(collection, 'queries.csv'));
  const source = await fileSource(join(collection, 'corpus.csv'));
  const started = performance.now();
  const head = new TextDecoder().decode((await source.read(0, 4096)).subarray(0, 4096));
  const names = head
    .slice(0, head.search(/\r?\n/))
    .replace(/^\uFEFF/, '')
    .split(',');
  const columns = names.map((name) => ({
    name,
    role: name === 'text' ? ('index' as const) : ('metadata' as const),
  }));
  const plan = await planDataset(source, columns);
  const all = {
    start: plan.ranges[0]!.start,
    end: plan.sizeBytes,
    firstLine: plan.ranges[0]!.firstLine,
  };
  const trained = await trainModel(readBatches(source, plan, all), plan.schema, { seed });
  const model = await openModel(memorySource(trained.bytes));
  const files = new Map([['model', memorySource(trained.bytes)]]);
  for (const [i, range] of plan.ranges.entries()) {
    const segment = await buildSegment(readBatches(source, plan, range), model, plan.schema);
    files.set(`segment-${i}`, memorySource(segment.bytes));
    for (const reject of segment.rejects) console.error(`line ${reject.line}: ${reject.reason}`);
  }
  await source.close();
  const written = (fileName: string) => ({ fileName, source: files.get(fileName)! });
  const manifest = await publishIndex(
    written('model'),
    plan.ranges.map((_, i) => written(`segment-${i}`)),
  );
  const index = await openIndex(manifest, async (fileName) => files.get(fileName)!);
  const built = performance.now();
  const lines = ['query_id,doc_id,score'];
  for (const query of queries) {
    const { hits } = await index.search({ text: query.text, limit: top, fields: ['id'] });
    // The score column only has to order the hits: equal rounded scores must keep their rank.
    hits.forEach((hit, rank) => {
      lines.push(`${quoted(query.id)},${quoted(hit.row.id!)},${hit.score + (top - rank) * 1e-9}`);
    });
  }
  await writeFile(out, `${lines.join('\n')}\n`);
  const perQuery = (performance.now() - built) / queries.length;
  console.error(
    `${plan.recordCount} rows built in ${((built - started) / 1000).toFixed(1)} s, ` +
      `${queries.length} queries at ${perQuery.toFixed(1)} ms; ${JSON.stringify(manifest.card)}`,
  );
}

await main();
