import type { Feature } from '#core/feature.ts';

/** Nearly all the time API Gateway waits. */
const query = { memoryMb: 1024, timeoutSeconds: 29, opensIndexes: true } as const;

/** Builds small segments, for which the gateway waits. */
const change = { memoryMb: 1769, timeoutSeconds: 29 } as const;

export const search = {
  stack: 'Search',
  endpoints: {
    'delete-rows': change,
    'get-dictionary': query,
    'get-query-vector': query,
    'get-quota': { stack: 'Accounts' },
    'get-search-analytics': { stack: 'Accounts' },
    'get-search-figures': { stack: 'Admin' },
    'get-usage': { stack: 'Accounts' },
    'list-counterparts': query,
    'list-own-searches': { stack: 'Accounts' },
    'list-search-history': { stack: 'Admin' },
    'list-similar-rows': query,
    'map-hits': query,
    'query-index': query,
    'query-index-several': query,
    'query-similar-rows': query,
    'record-click': {},
    'search-indexes': { ...query, stack: 'Accounts' },
    'update-query-texts': { stack: 'Accounts' },
    'update-rows': change,
    'upsert-rows': change,
    'warm-index': {},
  },
  jobs: {
    'record-searches': {
      stack: 'Activity',
      trigger: 'search-log',
      timeoutSeconds: 60,
    },
    'run-canary': { stack: 'Activity', trigger: 'canary', memoryMb: 256, timeoutSeconds: 20 },
  },
} as const satisfies Feature;
