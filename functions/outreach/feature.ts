import type { Feature } from '#core/feature.ts';

export const outreach = {
  stack: 'Accounts',
  endpoints: {
    'confirm-newsletter': {},
    'leave-newsletter': {},
    'record-page-view': {},
    'request-demo': {},
    'subscribe-newsletter': {},
  },
  jobs: {
    'list-subscribers': { stack: 'Admin', trigger: 'operator', timeoutSeconds: 30 },
  },
} as const satisfies Feature;
