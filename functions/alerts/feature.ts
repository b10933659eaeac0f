import type { Feature } from '#core/feature.ts';

export const alerts = {
  stack: 'Reports',
  endpoints: {
    'create-saved-search': {},
    'delete-saved-search': {},
    'list-saved-searches': {},
    'stop-alert': {},
    'update-saved-search': {},
  },
  jobs: {
    'send-alerts': {
      trigger: { everyMinutes: 15 },
      memoryMb: 1769,
      timeoutSeconds: 900,
      opensIndexes: true,
    },
  },
} as const satisfies Feature;
