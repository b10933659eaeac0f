import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The element as one script, for `<script src>` and for `import`. */
export async function bundleWidget(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('antecede-search.ts', import.meta.url))],
    write: false,
    bundle: true,
    platform: 'browser',
    target: 'es2023',
    // Not a module: one of another origin would need its leave.
    format: 'iife',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]!.text;
}
