import { defineConfig } from 'vitest/config';

/**
 * One project per kind of test:
 * - unit: beside the source, no process but its own
 * - infra: the synthesized CDK app
 * - api: over HTTP against one local stack, started once
 * - faults: each test starts and kills local stacks of its own
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{shared,tables,engine,functions,local,scripts,cli,catalog}/**/*.test.{ts,tsx}',
            'web/**/*.test.{ts,tsx}',
          ],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'infra',
          include: ['{infra,tests/infra}/**/*.test.ts'],
          // Importing the CDK costs more than any test here, and nothing is shared but the import.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/api/local-stack.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
