import type { Feature } from '#core/feature.ts';

export const privacy = {
  stack: 'Accounts',
  endpoints: {
    'erase-user': {},
    'get-data-export': {},
    'request-data-export': {},
  },
  jobs: {
    'erase-person': {
      trigger: { queue: 'Erasures', batchSize: 1, maxConcurrency: 2 },
      timeoutSeconds: 300,
      keepsLog: true,
      alarms: [
        {
          name: 'erasures-stuck',
          impact:
            'A person’s request to erase their data has failed. The law gives one month to fulfil it. Fix the cause (log of erase-person), then redrive the dead-letter queue.',
          above: 0,
          of: 'dead letters',
        },
      ],
    },
    'export-person': {
      trigger: { queue: 'Exports', batchSize: 1, maxConcurrency: 2 },
      memoryMb: 1024,
      timeoutSeconds: 300,
    },
    'repeat-erasure': { trigger: 'operator', timeoutSeconds: 30 },
  },
} as const satisfies Feature;
