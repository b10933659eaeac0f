import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { installedChromium } from './tests/e2e/support/find-chromium.ts';

/** Vitest leaves one core idle by default: of two cores that is half of the time. */
const everyCore = '100%';

/** Tests do not measure time: this ends only one that hangs. On a busy machine the longest test takes minutes. */
const testTimeout = 1_200_000;

/** How long a page may take to show what a test expects or acts on: on a busy machine many times what it takes otherwise. */
const drawTimeout = 60_000;

/**
 * Unit tests that take as long as hundreds of others: kills at any moment, damage of every byte, memory of large files, all
 * sample reports.
 */
const longTests = [
  'packages/engine/{brute-force,damage,threads,robustness}.test.ts',
  'packages/engine/concept/pairs.test.ts',
  'packages/engine/file/bulk-encoder.test.ts',
  'packages/engine/opening/open-memory.test.ts',
  'packages/engine/segment/{vector-index,row-store}.test.ts',
  'packages/local/aws/cognito/amplify.test.ts',
  'packages/local/functions/runtime.test.ts',
  'ops/catalog/formats/wikipedia.test.ts',
  'ops/catalog/input/{bzip2,record-splitter}.test.ts',
  'ops/catalog/{main,load}.test.ts',
  'ops/catalog/delivery/kills.test.ts',
  'packages/local/stripe/{life,crash}.test.ts',
  'packages/local/aws/s3/crash.test.ts',
  'tests/reports/sample-reports.test.ts',
  'tests/report-files/pdf.test.ts',
  // Not long: it loads modules anew, and schemas that other tests of its worker then make twice have the same ids.
  'web/lib/format.test.ts',
];

/** Tests of functions that replace a module, a client or the environment. */
const replacingTests = globSync('{functions,tests/assistant,tests/reports}/**/*.test.ts', {
  cwd: import.meta.dirname,
}).filter((file) =>
  /\bvi\.|mockClient|answerParameters|process\.env/.test(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  ),
);
const deploymentTests = ['tests/infra/{bundle,checks,settings-changes,web-build}.test.ts'];
const longApiTests = [
  'tests/api/fuzz/*.test.ts',
  'tests/api/{attempts,denied-calls,intake,key-walls,personal-data,rebuild-index,report-command,rows,sdk-js,search-history,upload-tool}.test.ts',
  'tests/api/tenancy/tenancy.test.ts',
];

/**
 * One project per kind of test:
 * - unit: beside the source, no process but its own
 * - long: unit tests that take long
 * - functions: unit tests of the functions that replace parts of the product, so each file has its own modules
 * - infra: the synthesized CDK app
 * - deployment: what takes long and concerns deployments only: strict checks, single files, the built web app
 * - components: pages in a browser, with a server made of the contract
 * - api: over HTTP against one local stack, started once
 * - api-long: those of them that take long, such as generated requests, all endpoints for all callers, limits, files of all kinds, and erasures, on a stack of their own
 * - clock: the same, where tests set the clock of the stack forward by more than ten seconds, on a stack of their own
 * - python: the client for Python, in an environment that `npm run python` makes
 * - cluster: against a real OpenSearch, which is started unless one runs at OPENSEARCH_URL
 * - cluster-faults: nodes of an OpenSearch of three nodes die; `npm run test:cluster-faults` only
 * - faults: each test starts and kills local stacks of its own
 * - drills: `npm run test:restore` and `npm run test:upgrade` only
 * - generated-faults: calls of functions fail, on one local stack: the first of each in `npm run test:more`, every recorded one in every way in `npm run test:faults` only
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{shared,packages,ops,functions,tests/tools}/**/*.test.{ts,tsx}',
            'web/**/*.test.{ts,tsx}',
            'tests/{assistant,docs,engine,report-files,reports}/**/*.test.ts',
          ],
          exclude: [...longTests, ...replacingTests],
          // A quarter of the time would go into importing the same modules for every file.
          isolate: false,
          setupFiles: 'tests/support/seed-properties.ts',
          maxWorkers: everyCore,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'long',
          include: longTests,
          setupFiles: 'tests/support/seed-properties.ts',
          maxWorkers: everyCore,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'functions',
          include: replacingTests,
          exclude: longTests,
          maxWorkers: everyCore,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'infra',
          include: ['{infra,tests/infra}/**/*.test.ts'],
          exclude: deploymentTests,
          // Importing the CDK costs more than any test here, and nothing is shared but the import.
          isolate: false,
          maxWorkers: everyCore,
          sequence: { groupOrder: 1 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'deployment',
          include: deploymentTests,
          maxWorkers: everyCore,
          sequence: { groupOrder: 1 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        plugins: [react()],
        publicDir: 'web/public',
        // What is found while a page runs would load it anew, with a second React. Workers are not followed.
        optimizeDeps: {
          entries: ['web/app/main.tsx', 'web/**/*.worker.ts', 'tests/components/**/*.tsx'],
        },
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          maxWorkers: everyCore,
          sequence: { groupOrder: 4 },
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll: { timeout: drawTimeout } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: 300_000,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              actionTimeout: drawTimeout,
              // Pages are painted again and again while they move, and axe runs again until nothing fades. Journeys in
              // `tests/e2e` have all movements.
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: {
                executablePath: installedChromium(),
                args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: longApiTests,
          // They replace nothing, and all of them import the contract.
          isolate: false,
          globalSetup: 'tests/api/local-stack.ts',
          // The tests wait for the stack more than they work: as many files at once keep it busy.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'api-long',
          include: longApiTests,
          isolate: false,
          globalSetup: 'tests/api/local-stack.ts',
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'clock',
          include: ['tests/clock/**/*.test.ts'],
          globalSetup: 'tests/api/local-stack.ts',
          // As many as the project beside it.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'python',
          include: ['tests/python/**/*.test.ts'],
          globalSetup: 'tests/api/local-stack.ts',
          sequence: { groupOrder: 5 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['tests/cluster/**/*.test.ts'],
          globalSetup: 'tests/cluster/support/provide-cluster.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'cluster-faults',
          include: ['tests/cluster-faults/**/*.test.ts'],
          sequence: { groupOrder: 8 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'generated-faults',
          include: ['tests/generated-faults/**/*.test.ts'],
          globalSetup: 'tests/generated-faults/hasty-stack.ts',
          // Each orders its failures of the one stack.
          fileParallelism: false,
          sequence: { groupOrder: 6 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'drills',
          include: ['tests/drills/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 7 },
          // They install and build other versions.
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
});
