import type { Feature } from '#core/feature.ts';

export const patents = {
  stack: 'Search',
  endpoints: {
    // It reads two dozen documents.
    'get-citation-graph': { memoryMb: 1024 },
    'get-filtered-data': {
      stack: 'Assistant',
      memoryMb: 1024,
      timeoutSeconds: 29,
      opensIndexes: true,
      forVisitors: true,
    },
    'get-patent-image': {},
    'get-patent-text': { forVisitors: true },
    'list-citing-patents': {},
    // It compares claims with whole patents.
    'rerank-patents': { stack: 'Assistant', memoryMb: 1769, timeoutSeconds: 29, forVisitors: true },
    'suggest-patents': {},
  },
  jobs: {},
} as const satisfies Feature;
