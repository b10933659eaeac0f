import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { endpointNames } from '#shared/contract/contract.ts';
import { endpoints } from './endpoints.ts';
import { jobNames, jobs } from './jobs.ts';

const projectDir = resolve(import.meta.dirname, '..');

export interface FunctionBundle {
  name: string;
  /** Folder of `index.mjs`, its worker threads and source maps: what becomes the function's code. */
  directory: string;
  /** All its JavaScript, compressed file by file. */
  gzipBytes: number;
}

/**
 * Where the SDK looks for credentials when the environment has none. Lambda's always has, so these are
 * never imported; with their clients they would be a fifth of every bundle.
 */
const neverLoaded = [
  ...['ini', 'sso', 'process', 'login', 'web-identity', 'http'].map(
    (provider) => `@aws-sdk/credential-provider-${provider}`,
  ),
  '@smithy/credential-provider-imds',
];

interface Source {
  name: string;
  entry: string;
  workers: readonly string[];
}

/**
 * Bundles every function of the endpoint and job tables with its share of the SDK, in one call of
 * esbuild so that sources are read once. Each function is a file of its own: a change redeploys the
 * functions it touches and no other, and a cold start reads one file. (Shared chunks made each function
 * a fifth bigger, because small files compress badly.)
 *
 * @param outdir emptied first; holds a folder per function afterwards
 */
export async function bundleFunctions(outdir: string): Promise<FunctionBundle[]> {
  const sources = functionSources();
  const missing = sources.map(({ entry }) => entry).filter((file) => !existsSync(inProject(file)));
  if (missing.length > 0) throw new Error(`Functions without a file: ${missing.join(', ')}`);

  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: projectDir,
    entryPoints: sources.flatMap(({ name, entry, workers }) => [
      { in: entry, out: `${name}/index` },
      ...workers.map((worker) => ({ in: worker, out: `${name}/${stem(worker)}` })),
    ]),
    outdir: resolve(outdir),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    jsx: 'automatic',
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: neverLoaded,
    logLevel: 'warning',
    // Some dependencies are CommonJS and still call require for Node's own modules.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return Promise.all(sources.map((source) => measure(source, join(outdir, source.name))));
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

async function measure({ name, workers }: Source, directory: string): Promise<FunctionBundle> {
  let gzipBytes = 0;
  for (const file of ['index', ...workers.map(stem)]) {
    gzipBytes += gzipSync(await readFile(join(directory, `${file}.mjs`))).length;
  }
  return { name, directory, gzipBytes };
}

const stem = (file: string) => basename(file).replace(/\.tsx?$/, '');

const inProject = (file: string) => join(projectDir, file);
