import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { endpointNames } from '#shared/contract/contract.ts';
import { endpoints } from './endpoints.ts';
import { jobNames, jobs } from './jobs.ts';

const projectDir = resolve(import.meta.dirname, '..');

export interface FunctionBundle {
  name: string;
  /** Folder of `index.mjs`, its chunks and source maps: what becomes the function's code. */
  directory: string;
  /** All its JavaScript, compressed file by file. */
  gzipBytes: number;
}

interface Source {
  name: string;
  entry: string;
  workers: readonly string[];
}

/**
 * Bundles every function of the endpoint and job tables with its share of the SDK, in one call of
 * esbuild so that shared code is read once. Each function then gets a folder with only the chunks it
 * reaches, so that a change redeploys the functions it touches and no other.
 *
 * @param outdir emptied first; holds a folder per function afterwards
 */
export async function bundleFunctions(outdir: string): Promise<FunctionBundle[]> {
  const sources = functionSources();
  const missing = sources.map(({ entry }) => entry).filter((file) => !existsSync(inProject(file)));
  if (missing.length > 0) throw new Error(`Functions without a file: ${missing.join(', ')}`);

  const sharedDir = join(outdir, '.chunks');
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: projectDir,
    entryPoints: sources.flatMap(({ name, entry, workers }) => [
      { in: entry, out: name },
      ...workers.map((worker) => ({ in: worker, out: stem(worker) })),
    ]),
    outdir: resolve(sharedDir),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    // Class names are error names, by which the build workflow tells what to try again.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Some dependencies are CommonJS and still call require for Node's own modules.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  const bundles = await Promise.all(
    sources.map((source) => copyClosure(source, metafile, sharedDir, join(outdir, source.name))),
  );
  await rm(sharedDir, { recursive: true });
  return bundles;
}

function functionSources(): Source[] {
  const source = (folder: string, name: string, workers: readonly string[] = []) => ({
    name,
    entry: `functions/${folder}/${name}.ts`,
    workers,
  });
  return [
    ...endpointNames.map((name) => source('api', name, endpoints[name].workers)),
    ...jobNames.map((name) => source('jobs', name, jobs[name].workers)),
  ];
}

/** Copies an entry, its workers and every chunk they import, statically or not, into the function's folder. */
async function copyClosure(
  { name, workers }: Source,
  metafile: Metafile,
  sharedDir: string,
  directory: string,
): Promise<FunctionBundle> {
  const reached = new Set<string>();
  const reach = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { path, external } of importsOf(file, metafile)) {
      if (!external) reach(basename(path));
    }
  };
  for (const entry of [name, ...workers.map(stem)]) reach(`${entry}.mjs`);

  await mkdir(directory, { recursive: true });
  let gzipBytes = 0;
  for (const file of reached) {
    const from = join(sharedDir, file);
    gzipBytes += gzipSync(await readFile(from)).length;
    await copyFile(from, join(directory, file === `${name}.mjs` ? 'index.mjs' : file));
    await copyFile(`${from}.map`, join(directory, `${file}.map`));
  }
  return { name, directory, gzipBytes };
}

function importsOf(file: string, metafile: Metafile) {
  const output = Object.entries(metafile.outputs).find(([path]) => basename(path) === file);
  if (!output) throw new Error(`${file} is not among what esbuild wrote.`);
  return output[1].imports;
}

function stem(file: string): string {
  return basename(file).replace(/\.ts$/, '');
}

function inProject(file: string): string {
  return join(projectDir, file);
}
