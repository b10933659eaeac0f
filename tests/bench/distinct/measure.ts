import path from 'node:path';
import { pageShare, roomBytes, sectionShare } from '#functions/indexes/place-index.ts';
import { Link, type LinkSpeed } from '#local/aws/s3/link.ts';
import { SlowStore } from '../cold/slow-store.ts';

type EngineModule = Pick<typeof import('#engine'), 'open' | 'parseManifest'>;
type Filter = NonNullable<
  Parameters<import('#engine').SearchIndex['search']>[0]['filters']
>[number];

/** A search and what it is. */
export interface Asked {
  readonly name: string;
  readonly text: string;
  readonly filters?: readonly Filter[];
}

export interface DistinctFigures {
  readonly openMs: number;
  readonly searches: readonly {
    readonly name: string;
    /** In turn, in one process: the first reads what the next ones have. */
    readonly ms: readonly number[];
    readonly totalFound: number;
    readonly requests: number;
    readonly readMb: number;
  }[];
  readonly residentMb: number;
}

/** How often each search is run. */
const TIMES = 3;

/**
 * Runs searches in a process with the limits of a function of some memory, over a store of some speed.
 * @throws if the process ever took more memory
 */
export async function measure(task: {
  readonly engine: string;
  readonly folder: string;
  readonly memoryMb: number;
  readonly speed: LinkSpeed;
  readonly searches: readonly Asked[];
}): Promise<DistinctFigures> {
  const { parseManifest, open } = (await import(task.engine)) as EngineModule;
  const store = new SlowStore(new Link(task.speed), () => performance.now());
  const openFile = (name: string) => store.open(name, path.join(task.folder, name));
  const startedAt = performance.now();
  const file = await openFile('manifest.json');
  const manifest = parseManifest(Buffer.from(await file.read(0, file.sizeBytes)).toString());
  const residentBytes = roomBytes(task.memoryMb);
  const pageBytes = pageShare * residentBytes;
  const sectionBytes = sectionShare * pageBytes;
  const index = await open(manifest, openFile, { residentBytes, pageBytes, sectionBytes });
  const openMs = performance.now() - startedAt;
  const searches = [];
  for (const { name, ...request } of task.searches) {
    const before = store.reads.length;
    const ms = [];
    let totalFound = 0;
    for (let time = 0; time < TIMES; time++) {
      const from = performance.now();
      ({ totalFound } = await index.search({ ...request, limit: 100, fields: ['code'] }));
      ms.push(performance.now() - from);
    }
    const reads = store.reads.slice(before);
    const readMb = reads.reduce((sum, { length }) => sum + length, 0) / 1e6;
    searches.push({ name, ms, totalFound, requests: reads.length, readMb });
  }
  const residentMb = process.resourceUsage().maxRSS / 1024;
  if (residentMb > task.memoryMb) throw new Error(`It took ${residentMb.toFixed(0)} MB.`);
  return { openMs, searches, residentMb };
}
