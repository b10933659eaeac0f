import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileSource } from '../file-source.ts';

type EngineModule = Pick<typeof import('#engine'), 'open' | 'parseManifest'>;

/** Milliseconds of a fresh process: loading the code, opening the index, answering the first query. */
export interface OpenFigures {
  readonly moduleMs: number;
  readonly openMs: number;
  readonly firstQueryMs: number;
}

/**
 * Opens the index in a folder with a bundle of the engine. The process must not have loaded the engine
 * before.
 */
export async function measure(task: {
  engine: string;
  folder: string;
  query: string;
}): Promise<OpenFigures> {
  const at = (name: string) => path.join(task.folder, name);
  const startedAt = performance.now();
  const { parseManifest, open } = (await import(task.engine)) as EngineModule;
  const loadedAt = performance.now();
  const manifest = parseManifest(readFileSync(at('manifest.json'), 'utf8'));
  const index = await open(manifest, (name) => fileSource(at(name)));
  const openedAt = performance.now();
  await index.search({ text: task.query, limit: 100 });
  return {
    moduleMs: loadedAt - startedAt,
    openMs: openedAt - loadedAt,
    firstQueryMs: performance.now() - openedAt,
  };
}
