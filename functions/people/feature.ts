import type { Feature } from '#core/feature.ts';

export const people = {
  stack: 'Accounts',
  endpoints: {
    'confirm-second-factor': {},
    'list-breached-passwords': {},
    'sign-out': {},
  },
  jobs: {
    'close-accounts': {
      trigger: { everyMinutes: 15 },
      timeoutSeconds: 120,
    },
    'end-sessions': {
      stack: 'Identity',
      trigger: { userPool: ['postConfirmation'] },
      timeoutSeconds: 5,
      isEssential: true,
    },
    'limit-attempts': {
      stack: 'Identity',
      trigger: { userPool: ['preSignUp', 'preAuthentication'] },
      timeoutSeconds: 5,
      isEssential: true,
    },
    'reset-second-factor': { stack: 'Admin', trigger: 'operator', timeoutSeconds: 30 },
  },
} as const satisfies Feature;
