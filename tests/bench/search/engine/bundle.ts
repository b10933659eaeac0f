import path from 'node:path';
import { build } from 'esbuild';
import { cachePath } from '../cache.ts';

/**
 * Bundles the search code like the product does: Node takes ten times as long to strip the types of each
 * source file as to load the bundle. Returns the path of the module.
 */
export async function bundleEngine(): Promise<string> {
  const outfile = cachePath('engine.mjs');
  await build({
    stdin: {
      contents: `export { firstReads, open, parseManifest } from '#engine';`,
      resolveDir: path.resolve(import.meta.dirname, '../../../..'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    outfile,
  });
  return outfile;
}
