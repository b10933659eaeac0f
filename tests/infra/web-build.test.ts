import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test } from 'vitest';

type Chunk = Rolldown.OutputChunk;

/** The scripts of the web app as it is built in a mode. */
async function chunksOf(mode: 'production' | 'one-machine', minify: boolean): Promise<Chunk[]> {
  const built = await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
    mode,
    logLevel: 'error',
    // Vitest's own would give React's build for development.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify, sourcemap: false },
  });
  const outputs = Array.isArray(built) ? built : [built];
  return outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((file) => file.type === 'chunk');
}

const codeOf = (chunks: readonly Chunk[]) => chunks.map(({ code }) => code).join('\n');

let deployed: Chunk[];
beforeAll(async () => {
  deployed = await chunksOf('production', true);
});

test('the forms that take card numbers themselves are in the build for one machine only', async () => {
  expect(codeOf(await chunksOf('one-machine', false))).toContain('/_local/stripe/');
  expect(codeOf(deployed)).not.toContain('/_local/stripe/');
  expect(codeOf(deployed)).not.toContain('cc-number');
});

/** Bytes that a browser loads for a page that begins with these modules, compressed. */
function loadedBytes(modules: readonly string[]): number {
  const starts = modules.map((module) => {
    const found = deployed.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!found) throw new Error(`No script holds ${module}`);
    return found.fileName;
  });
  const reached = new Set(starts);
  for (const fileName of reached) {
    for (const next of deployed.find((chunk) => chunk.fileName === fileName)?.imports ?? []) {
      reached.add(next);
    }
  }
  return deployed
    .filter(({ fileName }) => reached.has(fileName))
    .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

test.each([
  { page: 'the landing page', modules: ['site/main.tsx'], most: 95_000 },
  {
    page: 'the sign-in',
    modules: ['app/main.tsx', 'layouts/auth-layout.tsx', 'routes/sign-in.tsx'],
    most: 180_000,
  },
])('$page loads at most $most bytes of script', ({ modules, most }) => {
  expect(loadedBytes(modules)).toBeLessThan(most);
});
