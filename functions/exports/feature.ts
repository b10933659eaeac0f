import type { Feature } from '#core/feature.ts';

export const exports = {
  stack: 'Search',
  endpoints: {
    /** It counts what the search finds. */
    'create-search-export': { memoryMb: 1024, timeoutSeconds: 29, opensIndexes: true },
    'delete-search-export': {},
    'get-search-export': {},
    'list-own-exports': { stack: 'Accounts' },
  },
  jobs: {
    'write-export': {
      stack: 'Reports',
      trigger: { queue: 'SearchExports', batchSize: 1, maxConcurrency: 2 },
      memoryMb: 1769,
      timeoutSeconds: 300,
      opensIndexes: true,
    },
  },
} as const satisfies Feature;
