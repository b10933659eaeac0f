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
      alarms: [
        {
          name: 'accounts-not-closed',
          impact:
            'Sign-ins of people who left cannot be deleted. Nobody can sign in with them, but the law asks for their deletion, and their address cannot sign up again. See the log of close-accounts.',
          // The job runs four times an hour: what fails once is no alarm.
          above: 1,
          of: { metric: 'openAccounts' },
          inAnHour: true,
        },
      ],
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
