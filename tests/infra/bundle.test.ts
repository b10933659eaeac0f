import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFunctions } from '#infra/bundle.ts';
import { functions } from '#infra/functions.ts';

/** Single files, as they are deployed. The local cloud, and so all other tests, run the same code in shared chunks. */
let bundles: { name: string; file: string }[];
let outdir: string;

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'antecede-bundles-'));
  await bundleFunctions(outdir, true);
  bundles = functions.map(({ name }) => ({ name, file: join(outdir, name, 'index.mjs') }));
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

/** Imports the files that it gets as arguments, as Lambda does, and prints those without a handler. */
const load = `
  import { pathToFileURL } from 'node:url';
  for (const file of process.argv.slice(1)) {
    const loaded = await import(pathToFileURL(file).href).catch(String);
    if (typeof loaded.handler !== 'function') console.log(file, loaded);
  }`;

test('every deployed function can be loaded and exports its handler', async () => {
  const files = bundles.map(({ file }) => file);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', load, ...files],
    { env: { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512' } },
  );
  expect(stdout).toBe('');
});

/**
 * `remake-report`: an operator waits for a report to be made and compared, not for a page.
 * `answer-chat`: nobody waits at the other end of its queue; the provider's SDK (90 KB) goes together with a search.
 * Searches have the whole engine, for indexes of functions and of clusters, which stems twenty-three languages (20 KB) and knows simplified
 * characters (19 KB).
 * Files of reports have their fonts in them (700 KB); an export takes longer to write. The others
 * can read a file in any encoding and format: the detector's models (700 KB) are evaluated only for files that are not UTF-8.
 */
const heavierKb: Record<string, number> = {
  // The protocol's library, and what searches and reads patents.
  'call-mcp': 364,
  'send-alerts': 288,
  'create-search-export': 298,
  'write-export': 286,
  'query-index': 295,
  'query-index-several': 294,
  'search-indexes': 294,
  'query-similar-rows': 287,
  'get-query-vector': 287,
  'get-dictionary': 287,
  'map-hits': 290,
  'list-similar-rows': 273,
  'load-segment': 212,
  'list-counterparts': 277,
  // It also counts the searches of visitors.
  'get-filtered-data': 284,
  'answer-chat': 394,
  'remake-report': 292,
  // What organizations add to reports may be in a confidential project.
  'get-report-marks': 247,
  // It reads nearly every table, and its queue by itself.
  'export-person': 202,
  // It builds the indexes of what it fetched again.
  'fetch-source': 209,
  // Words of claims, and where they stand.
  'rerank-patents': 226,
  'add-report-reference': 246,
  'search-report-again': 299,
  'make-report': 1329,
  'export-list': 1300,
  'export-report': 1300,
  'export-shared-report': 1300,
  'open-shared-report': 255,
  // They build small segments, so they have the other half of the engine.
  'build-segment': 245,
  'train-model': 222,
  'upsert-rows': 278,
  'delete-rows': 278,
  'update-rows': 278,
  'publish-index': 279,
  'get-dataset-files': 934,
  'plan-build': 976,
  'load-catalog': 918,
};

test('a cold start loads at most 200 KB, compressed', () => {
  const tooBig = bundles.flatMap(({ name, file }) => {
    const bytes = gzipSync(readFileSync(file)).length;
    return bytes > (heavierKb[name] ?? 200) * 1024 ? `${name}: ${bytes}` : [];
  });
  expect(tooBig).toEqual([]);
});
