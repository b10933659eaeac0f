import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The source of the tool as one executable file, including what it uses of `shared/`. */
export async function bundleTool(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minify: true,
    banner: { js: '#!/usr/bin/env node' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]!.text;
}
