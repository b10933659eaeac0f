import { statSync } from 'node:fs';
import type { ClusterConnection, SearchFilter, SearchIndex } from '#engine';
import { ClusterIndex } from '#engine/cluster/cluster-index.ts';
import { type RelatedWord, relatedWords } from '#engine/cluster/related-words.ts';
import { openModelHead, readModelParts } from '#engine/concept/model.ts';
import { projectConcept } from '#engine/query/query-vectors.ts';
import { openSegment } from '#engine/segment/open.ts';
import { rotateQuery } from '#engine/segment/query-vector.ts';
import { paddedWidth } from '#engine/segment/rotation.ts';
import { analyzeQuery, analyzeText } from '#engine/words/analyze-query.ts';
import { clusterAt } from '#functions/indexes/cluster-connection.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { placeOnCluster } from '../place-on-cluster.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { generatedDataset } from '../search/corpus/dataset.ts';
import { section, TextSource } from '../search/corpus/documents.ts';
import { fileSource } from '../search/file-source.ts';
import { secondsSince } from '../search/timing.ts';
import { compareFirstHundred, shared } from './parity.ts';

/** What to measure. */
export interface Measurement {
  /** Address of a node. */
  readonly address: string;
  readonly rows: number;
  readonly queries: number;
  /** Words of a document. */
  readonly words: number;
  /** Queries whose nearest rows are compared with those of all rows, which takes seconds each. */
  readonly exactQueries: number;
}

type Built = Awaited<ReturnType<typeof buildInMemory>>;

/** Milliseconds of processor time that the nodes have used since they started. */
async function nodesMs(cluster: ClusterConnection): Promise<number> {
  const { body } = await cluster({ method: 'GET', path: '/_nodes/stats/process' });
  const { nodes } = body as { nodes?: object };
  const all = Object.values(nodes!) as { process: { cpu: { total_in_millis: number } } }[];
  return all.reduce((sum, { process: { cpu } }) => sum + cpu.total_in_millis, 0);
}

const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** One row of 125 passes. */
const ofSection: SearchFilter[] = [{ column: 'section', operator: '=', value: section(7) }];

/** Latencies while some callers ask at once, and processor time of a query. */
async function timeCallers(
  cluster: ClusterConnection,
  index: SearchIndex,
  queries: readonly string[],
  callers: number,
  filters: readonly SearchFilter[],
) {
  const times: number[] = [];
  const left = queries.values();
  const [own, nodes] = [ownMs(), await nodesMs(cluster)];
  const startedAt = performance.now();
  const call = async () => {
    for (const text of left) {
      const askedAt = performance.now();
      await index.search({ text, limit: 100, fields: ['title'], filters });
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const seconds = secondsSince(startedAt);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return {
    callers,
    isFiltered: filters.length > 0,
    calls: sorted.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    queriesPerSecond: sorted.length / seconds,
    nodeMsPerQuery: ((await nodesMs(cluster)) - nodes) / sorted.length,
    callerMsPerQuery: (ownMs() - own) / sorted.length,
  };
}

/** Shares of the nearest 100 and 1,000 rows that are found by related words. */
async function vectorRecall(
  index: ClusterIndex,
  { source, fileName }: Built['model'],
  queries: readonly string[],
) {
  const opened = await openModelHead(source, fileName);
  await readModelParts(opened);
  const sums = { recall100: 0, recall1000: 0 };
  for (const text of queries) {
    const vector = projectConcept(opened.model, analyzeText(text, opened.model.analyzer));
    if (!vector) continue;
    const concept = rotateQuery(vector);
    const nearest = async (related?: readonly RelatedWord[]) =>
      (await index.others({}, 1000, concept, related)).map(({ row }) => row);
    const found = await nearest(await relatedWords(opened, vector));
    const all = await nearest();
    const share = (count: number) => shared(all.slice(0, count), found.slice(0, count)) / count;
    sums.recall100 += share(100) / queries.length;
    sums.recall1000 += share(1000) / queries.length;
  }
  return sums;
}

/** Tells queries all of whose words the index has: others are corrected, on a cluster to words of the model only. */
async function splitByWords({ model, segments, manifest }: Built, queries: readonly string[]) {
  const opened = await openModelHead(model.source, model.fileName);
  const stored = manifest.schema.columns.filter(({ role }) => role !== 'ignore').length;
  const lexicons = await Promise.all(
    segments.map(async ({ source, fileName }) => {
      const segment = await openSegment(source, fileName, stored, opened.model.dimensions);
      const { lexicon } = await segment.terms();
      await lexicon.terms.all();
      return lexicon.terms;
    }),
  );
  const { known = [], unknown = [] } = Object.groupBy(queries, (text) => {
    const { terms } = analyzeQuery(text, opened.model.analyzer.main);
    const isKnown = (term: string) => lexicons.some((lexicon) => lexicon.find(term) >= 0);
    return terms.every(isKnown) ? 'known' : 'unknown';
  });
  return { known, unknown };
}

/** Builds an index, loads it to a cluster, and compares both. Says on the way what it has done. */
export async function measure({ address, rows, queries: count, words, exactQueries }: Measurement) {
  const say = (what: object) => console.error(JSON.stringify(what));
  const { csv } = await generatedDataset(rows, words);
  const startedAt = performance.now();
  const built = await buildInMemory(await fileSource(csv), SEED, undefined, {
    smallBytes: Number.POSITIVE_INFINITY,
  });
  say({ built: rows, seconds: secondsSince(startedAt) });
  const cluster = clusterAt(address);
  const beforeLoad = await nodesMs(cluster);
  const placed = await placeOnCluster(built, address);
  try {
    const load = {
      rowsPerSecond: placed.rowsPerSecond,
      nodeMsPerThousandRows: (((await nodesMs(cluster)) - beforeLoad) / rows) * 1000,
      textBytes: statSync(csv).size / rows,
      bytesPerRow: await placed.bytesPerRow(),
    };
    say(load);
    const queries = new TextSource(SEED).shortQueries(count);
    const { known, unknown } = await splitByWords(built, queries);
    const parity = {
      known: await compareFirstHundred(built.index, placed.index, known),
      unknown: await compareFirstHundred(built.index, placed.index, unknown),
    };
    say(parity);
    const searches = [];
    for (const callers of [1, 8]) {
      for (const filters of [[], ofSection]) {
        searches.push(await timeCallers(cluster, placed.index, queries, callers, filters));
        say(searches.at(-1)!);
      }
    }
    const { model } = await openModelHead(built.model.source, built.model.fileName);
    const width = paddedWidth(model.dimensions);
    const onCluster = new ClusterIndex(cluster, placed.name, rows, width);
    const recall = await vectorRecall(onCluster, built.model, queries.slice(0, exactQueries));
    say(recall);
    return { rows, load, parity, searches, recall };
  } finally {
    await placed.remove();
  }
}

export type Figures = Awaited<ReturnType<typeof measure>>;
