import type { Feature } from '#core/feature.ts';

export const webhooks = {
  stack: 'Reports',
  endpoints: {
    'create-webhook': {},
    'delete-webhook': {},
    'list-webhook-deliveries': {},
    'list-webhooks': {},
    'redeliver-webhook': {},
    'rotate-webhook-secret': {},
    'try-webhook': {},
    'update-webhook': {},
  },
  jobs: {
    'deliver-webhook': {
      trigger: { queue: 'Webhooks', batchSize: 1, maxConcurrency: 5 },
      timeoutSeconds: 30,
    },
  },
} as const satisfies Feature;
