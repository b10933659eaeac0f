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
      alarms: [
        {
          name: 'sources-not-asked',
          impact:
            'Datasets that are fetched daily or weekly are not. What is due is fetched when the job runs again. See the log of ask-sources.',
          above: 1,
          of: 'errors',
          inAnHour: true,
        },
      ],
    },
    'fetch-source': {
      trigger: { queue: 'Sources', batchSize: 1, maxConcurrency: 2 },
      memoryMb: 512,
      timeoutSeconds: 900,
      alarms: [
        {
          name: 'sources-stuck',
          impact:
            'Datasets that are fetched from elsewhere stay as they are, and customers see them being fetched for hours. See the log of fetch-source, then redrive the dead-letter queue.',
          above: 0,
          of: 'dead letters',
        },
      ],
    },
  },
} as const satisfies Feature;
