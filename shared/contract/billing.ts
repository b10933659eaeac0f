import * as z from 'zod';
import { cancelFeedbackMaxLength, cancelOptions } from '#shared/cancel-reasons.ts';
import { planNames } from '#shared/plans.ts';
import type { Endpoint } from './endpoint.ts';
import { email, id, organizationName, pageQuery } from './fields.ts';
import { onlyMembers } from './only-members.ts';
import { stripeInfoSchema, subscriptionSchema } from './users.ts';

const plan = z.enum(planNames);
/** The option `Other` needs a text. */
const reasonOfOther = {
  anyOf: [
    { properties: { option: { enum: cancelOptions.filter((option) => option !== 'Other') } } },
    { required: ['reason'], properties: { reason: { pattern: '\\S' } } },
  ],
};

/** With the rest of an idempotency key no longer than the 255 characters that the provider takes. */
const couponCode = z.string().trim().min(1).max(150);
const cents = z.int().meta({ description: 'Cents' });
const seconds = z.int().meta({ description: 'Seconds since 1970' });

/** Nothing else: a card number sent by mistake is refused here. */
const paymentToken = z
  .string()
  .max(255)
  .regex(/^(?:pm|tok)_\w+$/)
  .meta({
    description: 'Id of a payment method, pm_…, or a token of a card, tok_…, which works once',
  });

/** Ids that pages send along as the specification shows. They are compared with the caller's, never trusted. */
const claimedIds = {
  org_id: id.optional(),
  collection_id: id.optional(),
  item_id: id.optional(),
  stripe_customer_id: id.optional(),
};

export const paymentMethodSchema = z
  .object({
    type: z.enum(['card', 'us_bank_account']),
    label: z.string().meta({ description: 'Visa, STRIPE TEST BANK …' }),
    last4: z.string(),
    exp_month: z.int().optional(),
    exp_year: z.int().optional(),
  })
  .meta({ id: 'PaymentMethod' });

const bankVerificationSchema = z.object({
  last4: z.string(),
  kind: z.enum(['amounts', 'descriptor_code']).meta({
    description: 'Two amounts below a dollar, or the code that begins with SM in the descriptor',
  }),
  arrives_at: seconds.optional(),
});

/** An authentication that the payment provider requires before a payment. */
const paymentAction = z
  .object({ client_secret: z.string() })
  .optional()
  .meta({ description: 'The bank wants to authenticate the payment: confirm it in the browser' });

const billingStateSchema = subscriptionSchema
  .extend({
    stripe_customer_id: z.string().optional(),
    payment_method: paymentMethodSchema.optional(),
    stripe_info: stripeInfoSchema,
    bank_verification: bankVerificationSchema.optional(),
    payment_action: paymentAction,
    payment_error: z.string().optional().meta({
      description: 'Why the payment that is due was refused, in the words of the provider',
    }),
  })
  .meta({ id: 'BillingState' });

export type BillingState = z.output<typeof billingStateSchema>;

const invoiceSchema = z
  .object({
    id,
    created: seconds,
    total: cents,
    paid: z.boolean(),
    invoice_pdf: z.string().nullish(),
  })
  .meta({ id: 'Invoice' });

/** Errors for callers who are not an admin of the organization in the request. */
const callerErrors = ['NoSubscription', 'BillingAdminOnly', 'NotFound'] as const;
const billingErrors = [...callerErrors, 'BillingUnavailable'] as const;
const methodErrors = [...billingErrors, 'PaymentDeclined', 'TooManyAttempts'] as const;
const couponErrors = ['CouponInvalid', 'TooManyAttempts'] as const;
const changeErrors = ['PaymentPending', 'PaymentPaused'] as const;
const purchaseErrors = [
  ...methodErrors,
  'CouponInvalid',
  ...changeErrors,
  'PaymentMethodMissing',
] as const;

export const billing = {
  'get-subscription': {
    method: 'GET',
    path: '/api/subscription',
    access: 'user',
    tag: 'Billing',
    summary:
      'Subscription and means of payment of the organization, as they stand at the provider.',
    query: z.object({ stripe_subscription_id: id.optional(), org_id: id.optional() }),
    output: billingStateSchema,
    errors: [...billingErrors, 'TooManyAttempts'],
  },
  'preview-subscription': {
    method: 'POST',
    path: '/api/subscription/preview',
    access: 'user',
    tag: 'Billing',
    summary: 'What a plan, with a coupon or without, would cost now and at each renewal.',
    body: onlyMembers({ subscription_plan: plan, couponCode: couponCode.optional() }),
    output: z.object({
      due_now: cents.meta({ description: 'Cents that are charged at once, less what was paid' }),
      renewal: cents.meta({ description: 'Cents that are charged at `renews_at`' }),
      renews_at: seconds,
    }),
    errors: [...billingErrors, ...couponErrors, ...changeErrors],
  },
  'update-subscription': {
    method: 'PATCH',
    path: '/api/subscription',
    access: 'user',
    tag: 'Billing',
    summary:
      'Buys a plan, changes to another, activates an ended subscription, or takes a cancellation back.',
    body: z.union([
      z.strictObject({
        org_id: id.optional(),
        stripe_subscription_id: id.optional(),
        subscription_plan: plan,
        activate_subscription: z.boolean().default(false),
        couponCode: couponCode.optional(),
      }),
      z.strictObject({
        org_id: id.optional(),
        stripe_subscription_id: id.optional(),
        keep_subscription: z.literal(true),
      }),
    ]),
    output: billingStateSchema,
    errors: purchaseErrors,
  },
  'cancel-subscription': {
    method: 'DELETE',
    path: '/api/subscription',
    access: 'user',
    tag: 'Billing',
    summary:
      'Cancels at the end of the paid period, and mails the caller. Until then it can be taken back.',
    body: z
      .object({
        org_id: id.optional(),
        stripe_subscription_id: id.optional(),
        option: z.enum(cancelOptions).optional().meta({
          description: 'Absent if the feedback is sent apart, to `/api/cancel-feedback`',
        }),
        reason: z.string().trim().max(cancelFeedbackMaxLength).default(''),
      })
      .meta(reasonOfOther),
    output: billingStateSchema,
    errors: [...billingErrors, 'TooManyAttempts'],
  },
  'apply-coupon': {
    method: 'PATCH',
    path: '/api/apply-coupon',
    access: 'user',
    tag: 'Billing',
    summary: 'Applies a coupon to the running subscription, from its next invoice on.',
    body: z.object({ stripe_subscription_id: id.optional(), couponCode }),
    output: billingStateSchema,
    errors: [...billingErrors, ...couponErrors],
  },
  'activate-with-coupon': {
    method: 'PATCH',
    path: '/api/apply-coupon/activate',
    access: 'user',
    tag: 'Billing',
    summary: 'Activates an ended subscription with a coupon.',
    body: z.object({ org_id: id.optional(), subscription_plan: plan, couponCode }),
    output: billingStateSchema,
    errors: purchaseErrors,
  },
  'send-cancel-notice': {
    method: 'POST',
    path: '/api/emails',
    access: 'user',
    tag: 'Billing',
    summary: 'Mails the caller that the subscription is cancelled, once for each cancellation.',
    body: z.object({ email: email.optional(), org_id: id.optional() }),
    output: z.object({}),
    errors: [...callerErrors, 'Forbidden'],
  },
  'create-cancel-feedback': {
    method: 'POST',
    path: '/api/cancel-feedback',
    access: 'user',
    tag: 'Billing',
    summary: 'Tells staff why a customer cancels.',
    body: z
      .object({
        full_name: z.string().trim().max(200),
        email,
        option: z.enum(cancelOptions),
        reason: z.string().trim().max(cancelFeedbackMaxLength).default(''),
        org_name: organizationName,
      })
      .meta(reasonOfOther),
    output: z.object({}),
    errors: [...callerErrors, 'Forbidden'],
  },
  'create-setup-intent': {
    method: 'POST',
    path: '/api/setup-intent',
    access: 'user',
    tag: 'Billing',
    summary: 'Begins to add a card or a bank account. The browser completes it with the provider.',
    body: z.object({ type: z.enum(['card', 'us_bank_account']) }),
    output: z.object({ id, client_secret: z.string() }),
    errors: [...billingErrors, 'TooManyAttempts'],
  },
  'create-payment-method': {
    method: 'POST',
    path: '/api/payment-method',
    access: 'user',
    tag: 'Billing',
    summary: 'Makes a card or bank account, which the browser has set up, the means of payment.',
    body: z.object({
      ...claimedIds,
      token_id: paymentToken,
      payment_method: z.string().max(100).optional(),
    }),
    output: billingStateSchema,
    errors: methodErrors,
  },
  'update-payment-method': {
    method: 'PATCH',
    path: '/api/payment-method',
    access: 'user',
    tag: 'Billing',
    summary: 'Replaces the means of payment, and pays with it what is overdue.',
    body: z.object({
      ...claimedIds,
      token_id: paymentToken,
      payment_method: z.string().max(100).optional(),
    }),
    output: billingStateSchema,
    errors: methodErrors,
  },
  'verify-bank-account': {
    method: 'PATCH',
    path: '/api/bank-account-verify',
    access: 'user',
    tag: 'Billing',
    summary: 'Verifies a bank account by its micro-deposits: two amounts, or a descriptor code.',
    body: z.union([
      z.strictObject({
        ...claimedIds,
        amounts: z.array(z.int().min(0).max(100)).length(2),
      }),
      z.strictObject({
        ...claimedIds,
        descriptor_code: z
          .string()
          .trim()
          .regex(/^SM[A-Z0-9]{4}$/i),
      }),
    ]),
    output: billingStateSchema,
    errors: [...methodErrors, 'VerificationFailed'],
  },
  'list-invoices': {
    method: 'GET',
    path: '/api/invoice',
    access: 'user',
    tag: 'Billing',
    summary:
      'Lists the invoices of the organization, newest first, without those over nothing. An answer with fewer than `limit` is the last page.',
    query: z.object({
      stripe_customer_id: id.optional(),
      limit: pageQuery.limit,
      after: id.optional().meta({
        description: 'Id of the last invoice of the page before. Absent for the first page',
      }),
    }),
    output: z.array(invoiceSchema),
    errors: [...billingErrors, 'TooManyAttempts'],
  },
  'receive-stripe-event': {
    method: 'POST',
    path: '/api/stripe/webhook',
    access: 'stripe-signature',
    tag: 'Billing',
    summary:
      'Events of the payment provider. Only says that something changed: the state is fetched.',
    output: z.object({ received: z.literal(true) }),
    errors: ['NotFound', 'InvalidRequest'],
  },
} as const satisfies Record<string, Endpoint>;
