import type { Feature } from '#core/feature.ts';

export const sources = {
  stack: 'Accounts',
  endpoints: {
    'create-dataset-source': {},
    'delete-dataset-source': {},
    'fetch-dataset-source': {},
    'list-dataset-sources': {},
    'update-dataset-source': {},
  },
  jobs: {
    'ask-sources': {
      trigger: { everyMinutes: 15 },
      timeoutSeconds: 60,
    },
    'fetch-source': {
      trigger: { queue: 'Sources', batchSize: 1, maxConcurrency: 2 },
      memoryMb: 512,
      timeoutSeconds: 900,
    },
  },
} as const satisfies Feature;
