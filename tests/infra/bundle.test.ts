import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { jobNames } from '#infra/jobs.ts';
import { loadAssembly } from '#local/assembly/load-assembly.ts';
import { cachedBuild } from '#local/build/cached-build.ts';
import { ORIGIN_PLACEHOLDER } from '#local/build/origin-placeholder.ts';
import { assemblyStep } from '#local/build/steps.ts';
import { endpointNames } from '#shared/contract/contract.ts';
import { buildDir } from '#tests/support/stack.ts';

/** Folders of the functions' bundles by name, as the local cloud runs them. */
let bundles: Map<string, string>;

beforeAll(async () => {
  const built = await cachedBuild(assemblyStep, buildDir);
  const addresses = { origin: ORIGIN_PLACEHOLDER, endpoint: 'http://localhost' };
  const { functions } = await loadAssembly(join(built, 'cdk.out'), addresses, ORIGIN_PLACEHOLDER);
  bundles = new Map(
    functions.map(({ name, codeDirectory }) => [
      name.replace('antecede-local-', ''),
      codeDirectory,
    ]),
  );
});

test('every function is bundled', () => {
  expect([...bundles.keys()].toSorted()).toEqual([...endpointNames, ...jobNames].toSorted());
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
  const tooBig = [...bundles].flatMap(([name, directory]) => {
    const bytes = gzipSync(readFileSync(join(directory, 'index.mjs'))).length;
    return bytes > (heavierKb[name] ?? 200) * 1024 ? `${name}: ${bytes}` : [];
  });
  expect(tooBig).toEqual([]);
});
