import type { Feature } from '#core/feature.ts';

export const staff = {
  stack: 'Admin',
  endpoints: {
    'get-organization-detail': {},
    'list-organizations': {},
    'list-reminders': {},
    'pause-payment': {},
    'preview-reminder': {},
    'send-reminder': {},
    'update-reminders': {},
  },
  jobs: {
    'grant-staff': { trigger: 'operator', timeoutSeconds: 30 },
    'send-reminders': {
      stack: 'Activity',
      trigger: 'reminders',
      timeoutSeconds: 300,
    },
  },
} as const satisfies Feature;
