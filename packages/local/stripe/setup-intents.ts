import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Books } from './books.ts';
import { declined, failedAttempt, invalid } from './failure.ts';
import { type PaymentIntent, type PaymentMethod, type SetupIntent, times } from './objects.ts';
import { listing, operation, text, whole } from './operation.ts';
import { attach, resolvePaymentMethod } from './payment-methods.ts';
import { declineText, microdeposits } from './test-methods.ts';

const path = '/v1/setup_intents';

const bankOptions = <Method extends string>(method: Method) =>
  z
    .strictObject({
      us_bank_account: z.strictObject({ verification_method: z.literal(method) }),
    })
    .optional();

/** A secret that lets a browser act on one intent. */
export const clientSecret = (id: string) => `${id}_secret_${randomBytes(12).toString('hex')}`;

export function confirmSetup(
  books: Books,
  intent: SetupIntent,
  payment_method: string,
): SetupIntent {
  if (intent.status !== 'requires_payment_method') {
    throw invalid(
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      'setup_intent_unexpected_state',
    );
  }
  const method = resolvePaymentMethod(books, payment_method, 'payment_method');
  if (!intent.payment_method_types.includes(method.type)) {
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`,
      undefined,
      'payment_method',
    );
  }
  const { behaviour, authenticated, verified, microdeposits: asked } = books.hidden(method);
  const confirmed: SetupIntent = { ...intent, payment_method: method.id };
  if (method.type === 'us_bank_account') {
    if (verified) return succeed(books, confirmed, method);
    const next_action = {
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: {
        arrival_date: books.now + 2 * times.day,
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
    fail(books, confirmed);
    throw declined(declineText(behaviour.declineCode ?? behaviour.code), behaviour.code);
  }
  if (behaviour?.kind === 'authenticates' && !authenticated) {
    return books.save(
      { ...confirmed, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
      'setup_intent.requires_action',
    );
  }
  return succeed(books, confirmed, method);
}

/** The payment method of an intent that waits for the customer's bank. Throws if the intent does not wait. */
export function methodToAuthenticate(
  books: Books,
  intent: SetupIntent | PaymentIntent,
): PaymentMethod {
  const isBankAccount =
    intent.object === 'setup_intent' && intent.next_action?.verify_with_microdeposits;
  if (intent.status !== 'requires_action' || isBankAccount) {
    throw invalid(
      `This ${intent.object} waits for no authentication.`,
      `${intent.object}_unexpected_state`,
    );
  }
  return books.get('payment_method', intent.payment_method!);
}

/** The customer has answered their bank. */
export function authenticateSetup(books: Books, intent: SetupIntent, agreed: boolean) {
  const method = methodToAuthenticate(books, intent);
  return agreed ? succeed(books, intent, method) : fail(books, intent);
}

function succeed(books: Books, intent: SetupIntent, method: PaymentMethod) {
  const owned = attach(books, method, intent.customer);
  const verified = method.type === 'us_bank_account' || undefined;
  books.save(owned, undefined, { authenticated: true, verified });
  return books.save(
    { ...intent, status: 'succeeded', next_action: null },
    'setup_intent.succeeded',
  );
}

/** The intent requires another payment method. */
export const fail = (books: Books, intent: SetupIntent) =>
  books.save(
    { ...intent, status: 'requires_payment_method', next_action: null, payment_method: null },
    'setup_intent.setup_failed',
  );

const verificationErrors = {
  timeout: 'The microdeposits were not verified in time. Please add the bank account again.',
  attempts_exceeded: 'You have exceeded the number of allowed verification attempts.',
  amounts_mismatch:
    'The amounts provided do not match the amounts that were sent to the bank account.',
  descriptor_code_mismatch:
    'The descriptor code provided does not match the one that was sent to the bank account.',
};

const verificationFailure = (error: keyof typeof verificationErrors) =>
  failedAttempt(verificationErrors[error], `payment_method_microdeposit_verification_${error}`);

function verify(
  books: Books,
  intent: SetupIntent,
  { amounts, descriptor_code }: { amounts?: number[]; descriptor_code?: string },
) {
  const asked = intent.next_action?.verify_with_microdeposits?.microdeposit_type;
  if (intent.status !== 'requires_action' || !asked) {
    throw invalid('This SetupIntent waits for no micro-deposits.', 'setup_intent_unexpected_state');
  }
  if ((asked === 'amounts') !== (amounts !== undefined) || (amounts && descriptor_code)) {
    throw invalid(`This bank account is verified by ${asked}.`, 'parameter_missing', asked);
  }
  const said = amounts ? amounts.toSorted((a, b) => a - b).join() : descriptor_code!.toUpperCase();
  const known = amounts ? microdeposits.amounts : microdeposits.descriptorCode;
  const meaning = Object.entries(known).find(([, value]) => String(value) === said)?.[0];
  if (meaning === 'right') {
    return succeed(books, intent, books.get('payment_method', intent.payment_method!));
  }
  const attempts = (books.hidden(intent).attempts ?? 0) + 1;
  const isOver = meaning === 'tooOften' || attempts >= microdeposits.attempts[asked];
  if (meaning === 'timedOut' || isOver) {
    fail(books, intent);
    throw verificationFailure(meaning === 'timedOut' ? 'timeout' : 'attempts_exceeded');
  }
  books.save(intent, undefined, { attempts });
  throw verificationFailure(`${asked}_mismatch`);
}

export const setupIntentOperations = {
  createSetupIntent: operation(
    `POST ${path}`,
    {
      customer: text,
      usage: z.literal('off_session').optional(),
      allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).min(1),
      payment_method_options: bankOptions('automatic'),
    },
    ({ customer, allowed_payment_method_types }, books) => {
      books.get('customer', customer, 'customer');
      const id = books.newId('seti');
      return books.save<SetupIntent>({
        id,
        object: 'setup_intent',
        client_secret: clientSecret(id),
        created: books.now,
        customer,
        next_action: null,
        payment_method: null,
        payment_method_types: allowed_payment_method_types,
        status: 'requires_payment_method',
      });
    },
  ),
  confirmSetupIntent: operation(
    `POST ${path}/{id}/confirm`,
    {
      id: text,
      payment_method: text,
      payment_method_options: bankOptions('microdeposits'),
      /** The consent to debits, which is not checked. */
      mandate_data: z
        .strictObject({
          customer_acceptance: z.strictObject({
            type: z.literal('online'),
            online: z.strictObject({ ip_address: text, user_agent: text }),
          }),
        })
        .optional(),
    },
    ({ id, payment_method }, books) =>
      confirmSetup(books, books.get('setup_intent', id), payment_method),
  ),
  cancelSetupIntent: operation(`POST ${path}/{id}/cancel`, { id: text }, ({ id }, books) => {
    const intent = books.get('setup_intent', id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalid(
        `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
        'setup_intent_unexpected_state',
      );
    }
    return books.save<SetupIntent>({ ...intent, status: 'canceled', next_action: null });
  }),
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
  listSetupIntents: listing('setup_intent', path, { customer: text }, () => true, [
    'data.payment_method',
  ]),
};
