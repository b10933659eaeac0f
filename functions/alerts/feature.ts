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
      alarms: [
        {
          name: 'alerts-failed',
          impact:
            'Alerts of saved searches are not mailed, or late. They are tried again every quarter of an hour, and nothing new is lost. See the log of send-alerts.',
          above: 0,
          of: { metric: 'failedAlerts' },
          inAnHour: true,
        },
      ],
    },
  },
} as const satisfies Feature;
