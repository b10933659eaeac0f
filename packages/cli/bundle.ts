import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The programs of the package, by the file that each begins with. */
const programs = { 'antecede-upload': 'main.ts', antecede: 'antecede.ts' } as const;
export type Program = keyof typeof programs;

/** All programs, each as one executable file, including what it uses of `shared/`. */
export async function bundleTools(): Promise<Record<Program, string>> {
  const [upload, antecede] = await Promise.all([bundle('antecede-upload'), bundle('antecede')]);
  return { 'antecede-upload': upload, antecede };
}

async function bundle(program: Program): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(programs[program], import.meta.url))],
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
