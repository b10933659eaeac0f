import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { openSourceLines } from './source-lines.ts';

const directory = mkdtempSync(join(tmpdir(), 'maps-'));
afterAll(() => rmSync(directory, { recursive: true }));

it('maps places of a bundle in a log line to its sources', async () => {
  writeFileSync(
    join(directory, 'thing.ts'),
    '\n\nexport function fail(): never {\n  throw new Error("x");\n}\n',
  );
  await build({
    entryPoints: [join(directory, 'thing.ts')],
    outfile: join(directory, 'out/index.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    sourcemap: 'linked',
    logLevel: 'silent',
  });
  const module = join(directory, 'out/index.mjs');
  const { fail } = await import(/* @vite-ignore */ `file://${module}`);
  const line = (() => {
    try {
      return fail();
    } catch (error) {
      return JSON.stringify({ stack: (error as Error).stack });
    }
  })();
  expect(line).toContain('index.mjs:1:');
  expect(openSourceLines()(line)).toMatch(/thing\.ts:4:9/);
});

it('leaves places without a map alone', () => {
  const line = 'at x (file:///nowhere/index.mjs:1:2)';
  expect(openSourceLines()(line)).toBe(line);
});
