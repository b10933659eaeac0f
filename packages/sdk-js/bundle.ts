import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));

/** The files of the package below `dist/`: the client as one module without dependencies, and its types. */
export async function clientFiles(): Promise<Record<string, string>> {
  const [module, types] = await Promise.all([bundleClient(), declarations()]);
  return { 'client.js': module, ...types };
}

export async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, 'client.ts')],
    write: false,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]!.text;
}

async function declarations(): Promise<Record<string, string>> {
  const made = await mkdtemp(path.join(tmpdir(), 'antecede-types-'));
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', folder, '--outDir', made]);
    const names = await readdir(made);
    const texts = names.map((name) => readFile(path.join(made, name), 'utf8'));
    const entries = (await Promise.all(texts)).map((text, i) => [`types/${names[i]}`, text]);
    return Object.fromEntries(entries);
  } finally {
    await rm(made, { recursive: true });
  }
}
