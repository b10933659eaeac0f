import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundleFunctions, type FunctionBundle } from '#infra/bundle.ts';
import { jobNames } from '#infra/jobs.ts';
import { endpointNames } from '#shared/contract/contract.ts';

let bundles: FunctionBundle[];

beforeAll(async () => {
  bundles = await bundleFunctions(mkdtempSync(join(tmpdir(), 'antecede-functions-')));
});

test('every function is bundled', () => {
  expect(bundles.map(({ name }) => name)).toEqual([...endpointNames, ...jobNames]);
  for (const { directory } of bundles) {
    expect(existsSync(join(directory, 'index.mjs'))).toBe(true);
  }
});

/**
 * `answer-chat`: nobody waits at the other end of its queue; the provider's SDK (90 KB) goes together with a search.
 * Files of reports have their fonts in them (700 KB); whoever exports one waits for its writing anyway. The others
 * can read a file in any encoding: the detector's models (700 KB) are evaluated only for files that are not UTF-8.
 */
const heavierKb: Record<string, number> = {
  'answer-chat': 320,
  'make-report': 1300,
  'export-report': 1300,
  'get-dataset-files': 880,
  'plan-build': 880,
  'load-catalog': 880,
};

test('a cold start loads at most 200 KB, compressed', () => {
  const tooBig = bundles.filter(
    ({ name, gzipBytes }) => gzipBytes > (heavierKb[name] ?? 200) * 1024,
  );
  expect(tooBig.map(({ name, gzipBytes }) => `${name}: ${gzipBytes}`)).toEqual([]);
});
