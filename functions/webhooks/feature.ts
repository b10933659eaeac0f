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
      alarms: [
        {
          name: 'webhooks-stuck',
          impact:
            'Events do not reach the webhooks of customers, and are not tried again: the job that sends them fails before it can note that. See the log of deliver-webhook, then redrive the dead-letter queue.',
          above: 0,
          of: 'dead letters',
        },
      ],
    },
  },
} as const satisfies Feature;
