import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import * as z from 'zod';
import type { Books } from './books.ts';
import { declined, failedAttempt, invalid } from './failure.ts';
import { nulls } from './nulls.ts';
import { times } from './objects.ts';
import {
  changedMetadata,
  createdFilter,
  flag,
  listing,
  operation,
  text,
  whole,
  withMetadata,
} from './operation.ts';
import { attach, resolvePaymentMethod } from './payment-methods.ts';
import { declineText, microdeposits } from './test-methods.ts';

const path = '/v1/setup_intents';
const types = z.enum(['card', 'us_bank_account']);
const confirmFields = {
  payment_method: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
  /** The consent to debits. Its address and time are not checked. */
  mandate_data: z
    .strictObject({
      customer_acceptance: z.strictObject({
        type: z.enum(['online', 'offline']),
        accepted_at: whole.optional(),
        online: z.strictObject({ ip_address: text, user_agent: text }).optional(),
        offline: z.literal('').optional(),
      }),
    })
    .optional(),
  payment_method_options: z
    .strictObject({
      us_bank_account: z
        .strictObject({ verification_method: z.enum(['automatic', 'microdeposits']) })
        .optional(),
      card: z
        .strictObject({ request_three_d_secure: z.enum(['automatic', 'any', 'challenge']) })
        .optional(),
    })
    .optional(),
};

type Confirmation = { payment_method?: string; return_url?: string; mandate_data?: unknown };

/** A secret that lets a browser act on one intent. */
export const clientSecret = (id: string) => `${id}_secret_${randomBytes(12).toString('hex')}`;

/**
 * The next action of the browser: open an address if the caller gave a return address, else use Stripe.js.
 */
export function authenticationAction(books: Books, secret: string, returnUrl: string | undefined) {
  const url = `${books.settings.origin}/_local/stripe/authenticate?client_secret=${secret}`;
  return returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      };
}

export function confirmSetup(
  books: Books,
  intent: Stripe.SetupIntent,
  { payment_method, return_url, mandate_data }: Confirmation,
): Stripe.SetupIntent {
  if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status))
    throw invalid(
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      'setup_intent_unexpected_state',
    );
  const wanted = payment_method ?? intent.payment_method;
  if (typeof wanted !== 'string')
    throw invalid('You cannot confirm this SetupIntent because it is missing a payment method.');
  const method = resolvePaymentMethod(books, wanted, 'payment_method');
  if (!intent.payment_method_types.includes(method.type))
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`,
      undefined,
      'payment_method',
    );
  const { behaviour, authenticated, verified, microdeposits: asked } = books.hidden(method);
  const confirmed: Stripe.SetupIntent = {
    ...intent,
    payment_method: method.id,
    last_setup_error: null,
  };
  if (method.type === 'us_bank_account') {
    if (!mandate_data)
      throw invalid('Missing required param: mandate_data.', 'parameter_missing', 'mandate_data');
    if (verified) return succeed(books, confirmed, method);
    const next_action: Stripe.SetupIntent.NextAction = {
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: {
        arrival_date: books.now + 2 * times.day,
        hosted_verification_url: `${books.settings.origin}/subscription`,
        microdeposit_type: asked ?? 'amounts',
      },
    };
    return books.save(
      { ...confirmed, status: 'requires_action', next_action },
      'setup_intent.requires_action',
      { attempts: 0 },
    );
  }
  if (behaviour?.kind === 'declines' && !behaviour.laterOnly) {
    fail(books, confirmed, behaviour.code, behaviour.declineCode);
  }
  if (behaviour?.kind === 'authenticates' && !authenticated) {
    const next_action = authenticationAction(books, intent.client_secret!, return_url);
    return books.save(
      { ...confirmed, status: 'requires_action', next_action },
      'setup_intent.requires_action',
    );
  }
  return succeed(books, confirmed, method);
}

/** The payment method of an intent that waits for the customer's bank. Throws if the intent does not wait. */
export function methodToAuthenticate(
  books: Books,
  intent: Stripe.SetupIntent | Stripe.PaymentIntent,
): Stripe.PaymentMethod {
  const isBankAccount = intent.next_action && 'verify_with_microdeposits' in intent.next_action;
  if (intent.status !== 'requires_action' || isBankAccount)
    throw invalid(
      `This ${intent.object} waits for no authentication.`,
      `${intent.object}_unexpected_state`,
    );
  return books.get('payment_method', intent.payment_method as string);
}

/** The customer has answered their bank. */
export function authenticateSetup(books: Books, intent: Stripe.SetupIntent, agreed: boolean) {
  const method = methodToAuthenticate(books, intent);
  if (agreed) return succeed(books, intent, method);
  return fail(books, intent, 'setup_intent_authentication_failure', undefined, false);
}

/** The micro-deposits were not verified in time. */
export const timeOutSetup = (books: Books, intent: Stripe.SetupIntent) =>
  fail(books, intent, 'payment_method_microdeposit_verification_timeout', undefined, false);

function succeed(books: Books, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod) {
  const owned =
    typeof intent.customer === 'string' ? attach(books, method, intent.customer) : method;
  const isBank = method.type === 'us_bank_account';
  books.save(owned, undefined, { authenticated: true, verified: isBank || undefined });
  const mandate = isBank ? keepMandate(books, method).id : null;
  return books.save(
    { ...intent, status: 'succeeded', next_action: null, last_setup_error: null, mandate },
    'setup_intent.succeeded',
  );
}

const errorTexts: Record<string, string> = {
  setup_intent_authentication_failure:
    'The latest attempt to set up the payment method has failed because authentication failed.',
  payment_method_microdeposit_verification_timeout:
    'The microdeposits were not verified in time. Please add the bank account again.',
  payment_method_microdeposit_verification_attempts_exceeded:
    'You have exceeded the number of allowed verification attempts.',
  payment_method_microdeposit_verification_amounts_mismatch:
    'The amounts provided do not match the amounts that were sent to the bank account.',
  payment_method_microdeposit_verification_descriptor_code_mismatch:
    'The descriptor code provided does not match the one that was sent to the bank account.',
};

/** The intent requires another payment method. Throws the caller's error, unless the clock made the call. */
function fail(
  books: Books,
  intent: Stripe.SetupIntent,
  code: string,
  decline_code?: string,
  throws = true,
): Stripe.SetupIntent {
  const message = errorTexts[code] ?? declineText(decline_code ?? code);
  const type = decline_code ? 'card_error' : 'invalid_request_error';
  const failed = books.save(
    {
      ...intent,
      status: 'requires_payment_method',
      next_action: null,
      payment_method: null,
      last_setup_error: { type, code, decline_code, message },
    },
    'setup_intent.setup_failed',
  );
  const report = decline_code ? declined : failedAttempt;
  if (throws) throw report({ message, code, decline_code, setup_intent: failed });
  return failed;
}

function keepMandate(books: Books, method: Stripe.PaymentMethod) {
  const mandate = {
    id: books.newId('mandate'),
    object: 'mandate',
    customer_acceptance: { accepted_at: books.now, type: 'online' },
    livemode: false,
    multi_use: {},
    payment_method: method.id,
    payment_method_details: { type: 'us_bank_account', us_bank_account: {} },
    status: 'active',
    type: 'multi_use',
  } satisfies Stripe.Mandate;
  return books.save(mandate);
}

function verify(
  books: Books,
  intent: Stripe.SetupIntent,
  answer: { amounts?: number[]; descriptor_code?: string },
) {
  const asked = intent.next_action?.verify_with_microdeposits?.microdeposit_type;
  if (intent.status !== 'requires_action' || !asked)
    throw invalid('This SetupIntent waits for no micro-deposits.', 'setup_intent_unexpected_state');
  const { amounts, descriptor_code } = answer;
  if ((asked === 'amounts') !== (amounts !== undefined) || (amounts && descriptor_code))
    throw invalid(
      `This bank account is verified by ${asked}.`,
      'parameter_missing',
      asked === 'amounts' ? 'amounts' : 'descriptor_code',
    );
  const said = amounts ? amounts.toSorted((a, b) => a - b).join() : descriptor_code!.toUpperCase();
  const means = (values: { right: unknown; tooOften: unknown; timedOut: unknown }) =>
    Object.entries(values).find(([, value]) => String(value) === said)?.[0];
  const meaning = means(amounts ? microdeposits.amounts : microdeposits.descriptorCode);
  const method = books.get('payment_method', intent.payment_method as string);
  if (meaning === 'right') return succeed(books, intent, method);
  const attempts = (books.hidden(intent).attempts ?? 0) + 1;
  const allowed = microdeposits.attempts[amounts ? 'amounts' : 'descriptor_code'];
  const code = 'payment_method_microdeposit_verification';
  if (meaning === 'timedOut') fail(books, intent, `${code}_timeout`);
  if (meaning === 'tooOften' || attempts >= allowed)
    fail(books, intent, `${code}_attempts_exceeded`);
  books.save(intent, undefined, { attempts });
  const mismatch = `${code}_${amounts ? 'amounts' : 'descriptor_code'}_mismatch`;
  throw failedAttempt({ message: errorTexts[mismatch]!, code: mismatch });
}

export const setupIntentOperations = {
  createSetupIntent: operation(
    `POST ${path}`,
    {
      ...confirmFields,
      customer: text.optional(),
      confirm: flag.default(false),
      description: text.optional(),
      usage: z.enum(['off_session', 'on_session']).default('off_session'),
      allowed_payment_method_types: z.array(types).min(1).default(['card']),
      ...withMetadata,
    },
    ({ customer, confirm, metadata, ...input }, books) => {
      if (customer) books.get('customer', customer, 'customer');
      const id = books.newId('seti');
      const made = {
        id,
        object: 'setup_intent',
        allowed_payment_method_types: input.allowed_payment_method_types,
        client_secret: clientSecret(id),
        created: books.now,
        customer: customer ?? null,
        description: input.description ?? null,
        livemode: false,
        metadata: changedMetadata({}, metadata),
        payment_method_types: input.allowed_payment_method_types,
        status: 'requires_payment_method',
        usage: input.usage,
        ...nulls('application automatic_payment_methods cancellation_reason'),
        ...nulls('excluded_payment_method_types flow_directions last_setup_error latest_attempt'),
        ...nulls('mandate next_action on_behalf_of payment_method'),
        ...nulls('payment_method_configuration_details payment_method_options'),
        ...nulls('single_use_mandate'),
      } satisfies Stripe.SetupIntent;
      books.save(made, 'setup_intent.created');
      if (confirm) return confirmSetup(books, made, input);
      if (!input.payment_method) return made;
      const method = resolvePaymentMethod(books, input.payment_method, 'payment_method');
      return books.save({ ...made, payment_method: method.id, status: 'requires_confirmation' });
    },
  ),
  confirmSetupIntent: operation(
    `POST ${path}/{id}/confirm`,
    { id: text, ...confirmFields },
    ({ id, ...input }, books) => confirmSetup(books, books.get('setup_intent', id), input),
  ),
  verifyMicrodeposits: operation(
    `POST ${path}/{id}/verify_microdeposits`,
    {
      id: text,
      amounts: z
        .array(whole.pipe(z.number().min(0).max(100)))
        .length(2)
        .optional(),
      descriptor_code: text.optional(),
    },
    ({ id, ...answer }, books) => verify(books, books.get('setup_intent', id), answer),
  ),
  listSetupIntents: listing('setup_intent', path, {
    customer: text.optional(),
    payment_method: text.optional(),
    ...createdFilter,
  }),
};
