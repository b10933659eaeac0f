import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const file = join(directory, 'out/index.mjs');
  const column = readFileSync(file, 'utf8').indexOf('new Error') + 1;
  const line = JSON.stringify({ stack: `Error: x\n    at r (file://${file}:1:${column})` });
  expect(openSourceLines()(line)).toMatch(/thing\.ts:4:9\)/);
});

it('leaves places without a map alone', () => {
  const line = 'at x (file:///nowhere/index.mjs:1:2)';
  expect(openSourceLines()(line)).toBe(line);
});
