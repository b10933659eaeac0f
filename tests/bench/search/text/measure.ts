import { SEED } from '../corpus/csv-file.ts';
import { section, TextSource } from '../corpus/documents.ts';
import { type Latency, secondsSince, timeEach } from '../timing.ts';
import { readFloats, vectorAt } from '../vectors/vector-set.ts';
import type { TextPeer, TextQuery } from './peer.ts';

/** Latencies of one kind of query, and the number of hits. */
export interface QueryFigures extends Latency {
  readonly fewestHits: number;
  readonly meanHits: number;
}

/** Figures of one engine on the generated text. */
export interface TextFigures {
  readonly buildSeconds: number;
  readonly bytesPerRow: number | null;
  /** By kind of query: `short`, `long`, `short filtered`, `long filtered`. */
  readonly queries: QueryKinds;
  /** The same for row numbers only, if an engine can skip stored columns. */
  readonly finds?: QueryKinds;
}

type QueryKinds = Readonly<Record<string, QueryFigures>>;

export interface TextTask {
  /** Module that exports `openPeer(): Promise<TextPeer>`, relative to this folder. */
  readonly peer: string;
  readonly rows: number;
  readonly queries: number;
  /** Set of concept vectors of rows and queries, for engines that do not compute vectors. */
  readonly vectors?: string;
}

const LIMIT = 100;

/** All kinds of queries. The filter keeps 0.8% of the rows. */
function queryKinds(task: TextTask): Record<string, TextQuery[]> {
  const text = new TextSource(SEED);
  const plain = (kind: 'short' | 'long', texts: readonly string[]): TextQuery[] => {
    const vectors = task.vectors && readFloats(task.vectors, kind);
    return texts.map((text, i) => ({ text, vector: vectors ? vectorAt(vectors, i) : undefined }));
  };
  const short = plain('short', text.shortQueries(task.queries));
  const long = plain('long', text.longQueries(task.queries));
  const filtered = (queries: readonly TextQuery[]) =>
    queries.map((query, i) => ({ ...query, section: section(i) }));
  return {
    short,
    long,
    'short filtered': filtered(short),
    'long filtered': filtered(long),
  };
}

/** Builds one engine's index and runs all queries. */
export async function measure(task: TextTask): Promise<TextFigures> {
  const { openPeer } = await import(new URL(task.peer, import.meta.url).href);
  const peer: TextPeer = await openPeer();
  const kinds = queryKinds(task);
  const startedAt = performance.now();
  await peer.build(task.rows, task.vectors);
  const buildSeconds = secondsSince(startedAt);
  const ask = async (search: (query: TextQuery, limit: number) => Promise<readonly unknown[]>) => {
    const figures: Record<string, QueryFigures> = {};
    for (const [kind, list] of Object.entries(kinds)) {
      const counts: number[] = [];
      const latency = await timeEach(list, async (query) => {
        counts.push((await search(query, LIMIT)).length);
      });
      figures[kind] = {
        ...latency,
        fewestHits: Math.min(...counts),
        meanHits: counts.reduce((sum, count) => sum + count, 0) / counts.length,
      };
    }
    return figures;
  };
  const queries = await ask(peer.search);
  const finds = peer.find && (await ask(peer.find));
  const sizeBytes = peer.sizeBytes?.();
  return {
    buildSeconds,
    bytesPerRow: sizeBytes === undefined ? null : sizeBytes / task.rows,
    queries,
    ...(finds && { finds }),
  };
}
