import type { Feature } from '#core/feature.ts';

export const mcp = {
  stack: 'Search',
  endpoints: {
    /** As the calls of the API that search. */
    'call-mcp': { memoryMb: 1024, timeoutSeconds: 29, opensIndexes: true },
  },
  jobs: {},
} as const satisfies Feature;
