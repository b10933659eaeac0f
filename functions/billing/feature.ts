import type { Feature } from '#core/feature.ts';

/** The payment provider may be slow and is called several times. */
const slow = { timeoutSeconds: 29 } as const;

export const billing = {
  stack: 'Billing',
  endpoints: {
    'activate-with-coupon': slow,
    'apply-coupon': slow,
    'cancel-subscription': slow,
    'create-cancel-feedback': slow,
    'create-payment-method': slow,
    'create-setup-intent': slow,
    'get-subscription': slow,
    'list-invoices': slow,
    'preview-subscription': slow,
    'receive-stripe-event': {
      ...slow,
      isEssential: true,
      alarms: [
        {
          name: 'payment-events-failed',
          impact:
            'Events of the payment provider fail or have a wrong signature. People who have paid may see “expired” for up to a day, until reconcile-billing asks the provider. See the log of receive-stripe-event.',
          // Anybody can send one with a wrong signature.
          above: 2,
          of: { metric: 'faults' },
          inAnHour: true,
        },
      ],
    },
    'send-cancel-notice': slow,
    'update-payment-method': slow,
    'update-subscription': slow,
    'verify-bank-account': slow,
  },
  jobs: {
    'delete-customer': {
      trigger: { queue: 'Customers', batchSize: 1, maxConcurrency: 2 },
      timeoutSeconds: 60,
    },
    'reconcile-billing': {
      trigger: { everyMinutes: 15 },
      timeoutSeconds: 900,
    },
  },
} as const satisfies Feature;
