import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import { Synonyms } from '#engine';
import { readSynonyms } from '#shared/synonyms.ts';
import { buildInMemory } from './build-in-memory.ts';
import { placeOnCluster } from './place-on-cluster.ts';
import { fileSource } from './search/file-source.ts';

/**
 * `npm run rank -- --collection DIR --out RUN.csv [--top 100] [--seed 1] [--paged] [--cluster URL] [--synonyms FILE]`: builds an
 * index from DIR/corpus.csv like the product does, with `--cluster` on an OpenSearch cluster, and runs the queries of DIR/queries.csv and writes the ranked rows. The file of synonyms has lines as the index page takes them.
 */

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

async function readQueries(path: string): Promise<{ id: string; text: string }[]> {
  const csv = await readFile(path, 'utf8');
  return Papa.parse<{ id: string; text: string }>(csv, { header: true, skipEmptyLines: true }).data;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      collection: { type: 'string' },
      out: { type: 'string' },
      top: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      paged: { type: 'boolean', default: false },
      cluster: { type: 'string' },
      synonyms: { type: 'string' },
    },
  });
  const { collection, out } = values;
  const top = Number(values.top);
  const seed = Number(values.seed);
  if (!collection || !out || !Number.isInteger(top) || top < 1 || !Number.isInteger(seed)) {
    console.error(
      'Usage: npm run rank -- --collection DIR --out RUN.csv [--top 100] [--seed 1] [--paged] [--cluster URL] [--synonyms FILE]',
    );
    process.exitCode = 2;
    return;
  }
  const lines = values.synonyms && (await readFile(values.synonyms, 'utf8')).trim().split('\n');
  const synonyms = lines ? { synonyms: new Synonyms(readSynonyms(lines)) } : {};
  const queries = await readQueries(join(collection, 'queries.csv'));
  const started = performance.now();
  const here = await buildInMemory(
    await fileSource(join(collection, 'corpus.csv')),
    seed,
    undefined,
    // Read whole by the first query, or never: all queries are ranked alike.
    values.paged
      ? { smallBytes: 0, residentBytes: 0, pageBytes: Number.POSITIVE_INFINITY }
      : { smallBytes: Number.POSITIVE_INFINITY },
  );
  const { manifest } = here;
  const placed = values.cluster ? await placeOnCluster(here, values.cluster) : undefined;
  const index = placed?.index ?? here.index;
  if (placed) {
    const [rate, bytes] = [placed.rowsPerSecond, await placed.bytesPerRow()].map(Math.round);
    console.error(`loaded at ${rate} rows a second, ${bytes} bytes each`);
  }
  const built = performance.now();
  const ranked = ['query_id,doc_id,score'];
  for (const query of queries) {
    const { hits } = await index.search({
      text: query.text,
      limit: top,
      fields: ['id'],
      ...synonyms,
    });
    // The score column only has to order the hits: equal rounded scores must keep their rank.
    hits.forEach((hit, rank) => {
      ranked.push(`${quoted(query.id)},${quoted(hit.row.id!)},${hit.score + (top - rank) * 1e-9}`);
    });
  }
  await placed?.remove();
  await writeFile(out, `${ranked.join('\n')}\n`);
  const perQuery = (performance.now() - built) / queries.length;
  console.error(
    `${manifest.rowCount} rows built in ${((built - started) / 1000).toFixed(1)} s, ` +
      `${queries.length} queries at ${perQuery.toFixed(1)} ms; ${JSON.stringify(manifest.card)}`,
  );
}

await main();
