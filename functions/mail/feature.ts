import type { Feature } from '#core/feature.ts';

export const mail = {
  stack: 'Mail',
  endpoints: {},
  jobs: {
    'lift-suppression': { trigger: 'operator', timeoutSeconds: 10 },
    'send-mail': {
      trigger: { queue: 'Mail', batchSize: 5, maxConcurrency: 2 },
      timeoutSeconds: 30,
      alarms: [
        {
          name: 'mail-late',
          impact:
            'Mails are sent more than 15 minutes late. Customers do not learn that their index is ready.',
          aboveMinutes: 15,
        },
      ],
    },
    'suppress-addresses': {
      trigger: { queue: 'MailEvents', batchSize: 10, maxConcurrency: 2 },
      timeoutSeconds: 30,
    },
    'word-account-mail': {
      stack: 'Identity',
      trigger: { userPool: ['customMessage'] },
      timeoutSeconds: 5,
      alarms: [
        {
          name: 'account-mails-failed',
          impact:
            'Sign-ups, invitations and password resets fail, because the function that writes their mails fails. See the log of word-account-mail.',
          above: 0,
          of: 'errors',
        },
      ],
    },
  },
} as const satisfies Feature;
