import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, SearchIndex } from '#engine';
import { begunSource } from '#functions/indexes/begun-source.ts';
import { Link, type LinkSpeed } from '#local/aws/s3/link.ts';
import { type SectionBytes, sectionsRead } from './sections.ts';
import { SlowStore } from './slow-store.ts';
import { WaitingLink } from './waiting-link.ts';

type Asked = Partial<Parameters<SearchIndex['search']>[0]>;

type EngineModule = Pick<typeof import('#engine'), 'firstReads' | 'open' | 'parseManifest'>;

/** A search as a fresh process sees it. */
export interface SearchFigures {
  readonly ms: number;
  readonly requests: number;
  readonly bytes: number;
}

/** Figures of a fresh process. */
export interface ColdFigures {
  readonly moduleMs: number;
  /** Manifest and heads of the files. */
  readonly open: SearchFigures;
  readonly first: SearchFigures;
  /** A query with other words, when no file is resident in memory. */
  readonly next: SearchFigures;
  /** Opening and a first query of the same process, by what is asked beside the text. */
  readonly others: Readonly<Record<string, SearchFigures>>;
  /** A first query that makes all files resident. Absent if only waiting counts: most of it would be transfer. */
  readonly resident?: SearchFigures;
  /** What opening and the first query read, and when. */
  readonly sections: readonly SectionBytes[];
}

/** Measures an index in a folder, opened by a bundle of the engine that this process has not loaded before. */
export async function measure(task: {
  readonly engine: string;
  readonly folder: string;
  readonly queries: readonly string[];
  readonly limit: number;
  readonly fields: readonly string[];
  /** What first queries ask beside the text, by name. */
  readonly others: Readonly<Record<string, Asked>>;
  readonly speed: LinkSpeed;
  /** Counts only the time that is waited for the store. */
  readonly waiting: boolean;
}): Promise<ColdFigures> {
  const at = (name: string) => path.join(task.folder, name);
  const waiting = task.waiting ? new WaitingLink(task.speed) : undefined;
  const startedAt = performance.now();
  const now = () => waiting?.now ?? performance.now() - startedAt;
  const store = new SlowStore(waiting ?? new Link(task.speed), now);
  // A record tells how much is read first, so that the manifest is read meanwhile.
  const known = JSON.parse(await readFile(at('manifest.json'), 'utf8')) as Manifest;
  const importedAt = now();
  const { firstReads, parseManifest, open } = (await import(task.engine)) as EngineModule;
  const moduleMs = now() - importedAt;
  const figures = async <T>(step: () => Promise<T>) => {
    const before = store.reads.length;
    const from = now();
    const value = await step();
    const reads = store.reads.slice(before);
    const bytes = reads.reduce((sum, { length }) => sum + length, 0);
    return { value, figures: { ms: now() - from, requests: reads.length, bytes } };
  };
  const opened = await figures(async () => {
    const names = [known.model, ...known.segments].map(({ fileName }) => fileName);
    const first = firstReads(known);
    const begin = async (name: string, i: number) => {
      const length = first[i]!;
      const bytes = store.open(name, at(name)).then((source) => source.read(0, length));
      return [name, { length, bytes }] as const;
    };
    const begun = new Map(await Promise.all(names.map(begin)));
    const file = await store.open('manifest.json', at('manifest.json'));
    const manifest = parseManifest(Buffer.from(await file.read(0, file.sizeBytes)).toString());
    const files = [manifest.model, ...manifest.segments];
    const sizeBytes = files.reduce((sum, one) => sum + one.sizeBytes, 0);
    // Nothing becomes resident between the queries.
    const options = { residentBytes: sizeBytes - 1 };
    const openAgain = () => open(manifest, async (name) => store.open(name, at(name)), options);
    const openFile = async (name: string) =>
      begunSource(await store.open(name, at(name)), begun.get(name));
    return { manifest, openAgain, index: await open(manifest, openFile, options) };
  });
  const { manifest, openAgain, index } = opened.value;
  const ask = (text: string) =>
    figures(() => index.search({ text, limit: task.limit, fields: task.fields }));
  const first = await ask(task.queries[0]!);
  const readFirst = store.reads.slice();
  const rest = [];
  for (const text of task.queries.slice(1)) rest.push((await ask(text)).figures);
  const median = rest.toSorted((a, b) => a.ms - b.ms)[Math.floor(rest.length / 2)]!;
  const others: Record<string, SearchFigures> = {};
  for (const [name, request] of Object.entries(task.others)) {
    const asked = await figures(async () => {
      const other = await openAgain();
      const { limit, fields } = task;
      await other.search({ text: task.queries[0]!, limit, fields, ...request });
    });
    others[name] = asked.figures;
  }
  const askWhole = () =>
    figures(async () => {
      const whole = await open(manifest, async (name) => store.open(name, at(name)), {
        smallBytes: Number.POSITIVE_INFINITY,
      });
      await whole.search({ text: task.queries[0]!, limit: task.limit, fields: task.fields });
    });
  return {
    moduleMs,
    open: opened.figures,
    first: first.figures,
    next: median,
    others,
    ...(!waiting && { resident: (await askWhole()).figures }),
    sections: sectionsRead(task.folder, readFirst),
  };
}
