import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Gzipped bytes of the scripts that a first visit must load before anything shows: what `index.html`
 * names, without the chunks of the route.
 */
export function initialJsBytes(outDir: string): number {
  const html = readFileSync(path.join(outDir, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, src]) => src!);
  return scripts.reduce(
    (sum, src) => sum + gzipSync(readFileSync(path.join(outDir, src))).length,
    0,
  );
}

if (import.meta.main) {
  const outDir = path.resolve(process.argv[2] ?? 'dist/web');
  console.log(`initial JS: ${(initialJsBytes(outDir) / 1000).toFixed(1)} kB gzip`);
}
