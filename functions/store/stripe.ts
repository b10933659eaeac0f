/**
 * The payment provider. Nothing else calls it. Its state is the truth: what the product keeps of it is
 * fetched here and never computed.
 */
import Stripe from 'stripe';
import { optionalSetting } from '#functions/runtime/config.ts';
import { ProductError } from '#shared/errors.ts';
import { type PlanName, plans } from '#shared/plans.ts';
import type { Subscription } from '#shared/subscription.ts';
import type { BankVerification, PaymentMethod } from '#tables/accounts.ts';
import { readStripeSecret } from './secrets.ts';

/** What the provider knows of a customer, in the words of the product. */
export interface CustomerState {
  /** The live subscription, else the one that ended last. */
  subscription?: Subscription & { id: string };
  /** Further subscriptions that are live, which must not be. */
  surplus: string[];
  payment_method?: PaymentMethod;
  /** A bank account whose micro-deposits the customer has not told yet. */
  bank_verification?: BankVerification;
}

/** What a payment came to. With a secret the bank asks the customer to authenticate it in the browser. */
export interface PaymentOutcome {
  client_secret?: string;
}

let opening: Promise<Stripe> | undefined;

/** Throws `BillingUnavailable` until the operator has set a key. */
function stripe(): Promise<Stripe> {
  opening ??= open().catch((error) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<Stripe> {
  const { secretKey } = await readStripeSecret();
  if (!secretKey) throw new ProductError('BillingUnavailable');
  const options = {
    // A function has 29 s: three tries of 8 s leave time to answer.
    timeout: 8000,
    maxNetworkRetries: 2,
    telemetry: false,
  };
  const endpoint = optionalSetting('STRIPE_ENDPOINT');
  if (!endpoint) return new Stripe(secretKey, options);
  const { hostname: host, port, protocol } = new URL(endpoint);
  return new Stripe(secretKey, {
    ...options,
    host,
    port,
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
}

/** Calls the provider. Throws `BillingUnavailable` when it does not answer. */
async function ask<T>(call: (client: Stripe) => Promise<T>): Promise<T> {
  const client = await stripe();
  try {
    return await call(client);
  } catch (error) {
    throw isOutage(error) ? new ProductError('BillingUnavailable') : error;
  }
}

const isOutage = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError;

/** Waits for a charge, or for what checks a card as one. Throws `PaymentDeclined` in the provider's words. */
async function charged<T>(charge: Promise<T>): Promise<T> {
  try {
    return await charge;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    throw new ProductError('PaymentDeclined', error.message);
  }
}

/** Waits for what takes a discount. Throws `CouponInvalid` when the coupon does not fit. */
async function discounted<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { param = '', code = '' } = error as { param?: string; code?: string };
    const isAboutCoupon =
      /coupon|promotion_code|discounts/.test(param) || code.startsWith('coupon');
    throw isAboutCoupon ? new ProductError('CouponInvalid') : error;
  }
}

/** Statuses in which a customer pays, or will when a payment goes through. */
const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'];

const customerMetadata = (orgId: string) => ({ org_id: orgId });

/** Creates the customer of an organisation; the same `key` gives the same customer. */
export async function createCustomer(
  orgId: string,
  { name, email }: { name: string; email: string },
  key: string,
): Promise<string> {
  const { id } = await ask((client) =>
    client.customers.create(
      { name, email, metadata: customerMetadata(orgId) },
      { idempotencyKey: `customer-${key}` },
    ),
  );
  return id;
}

/** Deletes a customer with everything that the provider may delete. A customer who is gone is no failure. */
export async function deleteCustomer(customerId: string): Promise<void> {
  await ask(async (client) => {
    const customer = await client.customers.retrieve(customerId);
    if (!customer.deleted) await client.customers.del(customerId);
  });
}

/** The organisation that a customer was created for; undefined for customers who are not ours. */
export async function findOrganizationOf(customerId: string): Promise<string | undefined> {
  return ask(async (client) => {
    try {
      const customer = await client.customers.retrieve(customerId);
      return customer.deleted ? undefined : customer.metadata.org_id;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Fetches everything that the product keeps of a customer. */
export async function fetchCustomerState(customerId: string): Promise<CustomerState> {
  return ask(async (client) => {
    const customer = await client.customers.retrieve(customerId, {
      expand: ['invoice_settings.default_payment_method'],
    });
    if (customer.deleted) return { surplus: [] };
    const [subscriptions, setupIntents] = await Promise.all([
      client.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.discounts.source.coupon'],
      }),
      client.setupIntents.list({
        customer: customerId,
        limit: 10,
        expand: ['data.payment_method'],
      }),
    ]);
    const newestFirst = subscriptions.data.toSorted((a, b) => b.created - a.created);
    const live = newestFirst.filter(({ status }) => liveStatuses.includes(status));
    const kept = live.at(-1) ?? newestFirst[0];
    const method = customer.invoice_settings.default_payment_method;
    const state: CustomerState = {
      surplus: live.filter((one) => one !== kept).map(({ id }) => id),
    };
    if (kept) state.subscription = toSubscription(kept);
    if (method && typeof method !== 'string') state.payment_method = toPaymentMethod(method);
    const verification = setupIntents.data.map(toBankVerification).find(Boolean);
    if (verification) state.bank_verification = verification;
    return state;
  });
}

/** A subscription with the field names of the specification, from where the provider has them today. */
function toSubscription(subscription: Stripe.Subscription): Subscription & { id: string } {
  const { id, status, trial_end, pause_collection, cancel_at_period_end } = subscription;
  const [item] = subscription.items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  const [discount] = subscription.discounts;
  const coupon = typeof discount === 'object' ? discount.source.coupon : null;
  return {
    id,
    status,
    ...(trial_end !== null && { trial_end }),
    current_period_start: item.current_period_start,
    current_period_end: item.current_period_end,
    pause_collection: pause_collection && { behavior: pause_collection.behavior },
    plan: {
      amount: item.price.unit_amount ?? 0,
      interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    },
    cancel_at_period_end,
    discount:
      coupon && typeof coupon === 'object' ? { coupon: { percent_off: coupon.percent_off } } : null,
  };
}

function toPaymentMethod(method: Stripe.PaymentMethod): PaymentMethod | undefined {
  const { id, card, us_bank_account: bank } = method;
  if (card) {
    const { brand, last4, exp_month, exp_year } = card;
    const label = brand.charAt(0).toUpperCase() + brand.slice(1);
    return { id, type: 'card', label, last4, exp_month, exp_year };
  }
  if (!bank) return undefined;
  return {
    id,
    type: 'us_bank_account',
    label: bank.bank_name ?? 'Bank account',
    last4: bank.last4 ?? '',
  };
}

function toBankVerification(intent: Stripe.SetupIntent): BankVerification | undefined {
  const { next_action, payment_method: method, status } = intent;
  const deposits = next_action?.verify_with_microdeposits;
  if (status !== 'requires_action' || !deposits || !method || typeof method === 'string') {
    return undefined;
  }
  return {
    setup_intent_id: intent.id,
    payment_method_id: method.id,
    last4: method.us_bank_account?.last4 ?? '',
    kind: deposits.microdeposit_type === 'descriptor_code' ? 'descriptor_code' : 'amounts',
    arrives_at: deposits.arrival_date,
  };
}

/** Begins to set up a card or bank account; the browser completes it with the secret. */
export async function createSetupIntent(customerId: string, type: PaymentMethod['type']) {
  const intent = await ask((client) =>
    client.setupIntents.create({
      customer: customerId,
      usage: 'off_session',
      allowed_payment_method_types: [type],
      ...(type === 'us_bank_account' && {
        payment_method_options: { us_bank_account: { verification_method: 'automatic' } },
      }),
    }),
  );
  return { id: intent.id, client_secret: intent.client_secret! };
}

/** Tells the provider the micro-deposits. Throws `VerificationFailed` with the provider's words. */
export async function verifyMicrodeposits(
  setupIntentId: string,
  deposits: { amounts: number[] } | { descriptor_code: string },
): Promise<void> {
  await ask(async (client) => {
    try {
      await client.setupIntents.verifyMicrodeposits(setupIntentId, deposits);
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (!code.startsWith('payment_method_microdeposit')) throw error;
      throw new ProductError('VerificationFailed', message);
    }
  });
}

/**
 * Makes a payment method of the customer the one that is charged, and lets go of the one before.
 * Throws `NotFound` for a method of somebody else.
 */
export async function setDefaultPaymentMethod(
  customerId: string,
  paymentMethodId: string,
): Promise<void> {
  await ask(async (client) => {
    const method = await client.paymentMethods.retrieve(paymentMethodId).catch((error) => {
      throw isMissing(error) ? new ProductError('NotFound') : error;
    });
    if (method.customer && method.customer !== customerId) throw new ProductError('NotFound');
    if (!method.customer) {
      await charged(client.paymentMethods.attach(paymentMethodId, { customer: customerId }));
    }
    const customer = await client.customers.retrieve(customerId);
    const before = customer.deleted ? null : customer.invoice_settings.default_payment_method;
    await client.customers.update(customerId, {
      invoice_settings: { default_payment_method: paymentMethodId },
    });
    if (typeof before === 'string' && before !== paymentMethodId) {
      await client.paymentMethods.detach(before);
    }
  });
}

/** Pays what is open. Throws `PaymentDeclined`; an authentication that the bank wants is an outcome. */
export async function payOpenInvoices(customerId: string): Promise<PaymentOutcome> {
  return ask(async (client) => {
    const open = await client.invoices.list({
      customer: customerId,
      status: 'open',
      limit: 100,
      expand: ['data.confirmation_secret'],
    });
    for (const invoice of open.data.toReversed()) {
      const outcome = await charged(payInvoice(client, invoice));
      if (outcome.client_secret) return outcome;
    }
    return {};
  });
}

async function payInvoice(client: Stripe, invoice: Stripe.Invoice): Promise<PaymentOutcome> {
  try {
    await client.invoices.pay(invoice.id);
    return {};
  } catch (error) {
    if (!needsAuthentication(error)) throw error;
    return outcomeOf(invoice);
  }
}

const needsAuthentication = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  ['authentication_required', 'invoice_payment_intent_requires_action'].includes(error.code ?? '');

async function priceOf(client: Stripe, plan: PlanName): Promise<string> {
  const { lookupKey } = plans[plan];
  const { data } = await client.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new ProductError('BillingUnavailable');
  return price.id;
}

/** A code that customers type: a promotion code, or else the id of a coupon. Throws `CouponInvalid`. */
async function discountsOf(client: Stripe, code: string | undefined) {
  if (!code) return undefined;
  const { data } = await client.promotionCodes.list({ code, active: true, limit: 1 });
  if (data[0]) return [{ promotion_code: data[0].id }];
  try {
    const coupon = await client.coupons.retrieve(code);
    if (coupon.valid) return [{ coupon: coupon.id }];
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new ProductError('CouponInvalid');
}

export interface Purchase {
  plan: PlanName;
  couponCode?: string | undefined;
  /** Seconds since 1970: until then nothing is charged. */
  trialEnd?: number | undefined;
}

const outcomeOf = (invoice: string | Stripe.Invoice | null): PaymentOutcome => {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return {};
  const secret = invoice.confirmation_secret?.client_secret;
  return secret ? { client_secret: secret } : {};
};

const withInvoice = ['latest_invoice.confirmation_secret'];

/** Begins a subscription; the same `key` never begins a second one. */
export async function createSubscription(
  customerId: string,
  orgId: string,
  { plan, couponCode, trialEnd }: Purchase,
  key: string,
): Promise<PaymentOutcome> {
  return ask(async (client) => {
    const [price, discounts] = await Promise.all([
      priceOf(client, plan),
      discountsOf(client, couponCode),
    ]);
    const creation = client.subscriptions.create(
      {
        customer: customerId,
        items: [{ price }],
        metadata: customerMetadata(orgId),
        payment_behavior: 'allow_incomplete',
        expand: withInvoice,
        ...(discounts && { discounts }),
        ...(trialEnd !== undefined && { trial_end: trialEnd }),
      },
      { idempotencyKey: `subscription-${key}` },
    );
    const created = await charged(discounted(creation));
    return outcomeOf(created.latest_invoice);
  });
}

/** Changes the plan at once; the difference is charged now. Takes a cancellation back. */
export async function changePlan(
  subscriptionId: string,
  { plan, couponCode }: Pick<Purchase, 'plan' | 'couponCode'>,
  key: string,
): Promise<PaymentOutcome> {
  return ask(async (client) => {
    const [price, discounts, current] = await Promise.all([
      priceOf(client, plan),
      discountsOf(client, couponCode),
      client.subscriptions.retrieve(subscriptionId),
    ]);
    const change = client.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: current.items.data[0]!.id, price }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'allow_incomplete',
        cancel_at_period_end: false,
        expand: withInvoice,
        ...(discounts && { discounts }),
      },
      { idempotencyKey: `change-${key}` },
    );
    const changed = await charged(discounted(change));
    return outcomeOf(changed.latest_invoice);
  });
}

export async function applyCoupon(subscriptionId: string, couponCode: string): Promise<void> {
  await ask(async (client) => {
    const discounts = await discountsOf(client, couponCode);
    await discounted(client.subscriptions.update(subscriptionId, { discounts: discounts! }));
  });
}

/** Why a customer leaves, in the provider's terms. */
export interface Cancellation {
  feedback: 'too_complex' | 'too_expensive' | 'unused' | 'other';
  comment: string;
}

export async function cancelAtPeriodEnd(
  subscriptionId: string,
  { feedback, comment }: Cancellation,
): Promise<void> {
  await ask((client) =>
    client.subscriptions.update(subscriptionId, {
      cancel_at_period_end: true,
      cancellation_details: { feedback, ...(comment && { comment }) },
    }),
  );
}

export async function keepSubscription(subscriptionId: string): Promise<void> {
  await ask((client) =>
    client.subscriptions.update(subscriptionId, { cancel_at_period_end: false }),
  );
}

/** Ends a subscription now. One that has ended is no failure. */
export async function endSubscription(subscriptionId: string): Promise<void> {
  await ask(async (client) => {
    try {
      await client.subscriptions.cancel(subscriptionId);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  });
}

/** What a purchase or change would cost, in cents. A running trial is charged when it ends. */
export async function previewPurchase(
  customerId: string,
  current: { id: string; inTrial: boolean } | undefined,
  { plan, couponCode, trialEnd }: Purchase,
): Promise<{ due_now: number; renewal: number; renews_at: number }> {
  return ask(async (client) => {
    const [price, discounts] = await Promise.all([
      priceOf(client, plan),
      discountsOf(client, couponCode),
    ]);
    const subscription = current && (await client.subscriptions.retrieve(current.id));
    const item = subscription?.items.data[0];
    const [now, later] = await Promise.all([
      discounted(
        client.invoices.createPreview({
          customer: customerId,
          ...(current && { subscription: current.id }),
          ...(discounts && { discounts }),
          subscription_details: {
            items: [item ? { id: item.id, price } : { price }],
            ...(current && { proration_behavior: 'always_invoice' }),
            ...(trialEnd !== undefined && { trial_end: trialEnd }),
          },
        }),
      ),
      client.invoices.createPreview({
        customer: customerId,
        ...(discounts && { discounts }),
        subscription_details: { items: [{ price }] },
      }),
    ]);
    const trialEnds = trialEnd ?? (current?.inTrial ? subscription?.trial_end : undefined);
    return {
      due_now: trialEnds ? 0 : Math.max(0, now.amount_due),
      renewal: later.total,
      renews_at: trialEnds ?? Math.max(...now.lines.data.map(({ period }) => period.end)),
    };
  });
}

/** One page of a customer's invoices, newest first. `after` is the id of the last one seen. */
export async function listInvoices(customerId: string, limit: number, after: string | undefined) {
  const page = await ask((client) =>
    client.invoices.list({
      customer: customerId,
      limit,
      ...(after && { starting_after: after }),
    }),
  );
  const invoices = page.data.map(({ id, created, total, status, invoice_pdf }) => ({
    id,
    created,
    total,
    paid: status === 'paid',
    invoice_pdf: invoice_pdf ?? null,
    draft: status === 'draft',
  }));
  return { invoices, next: page.has_more ? page.data.at(-1)?.id : undefined };
}

export interface InvoiceFacts {
  id: string;
  customerId: string;
  status: string;
  total: number;
  attempts: number;
  /** The bank wants the customer to authenticate the payment. */
  needsAuthentication: boolean;
}

/** An invoice as it stands now. */
export async function fetchInvoice(invoiceId: string): Promise<InvoiceFacts> {
  const invoice = await ask((client) =>
    client.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] }),
  );
  const { id, customer, status, total, attempt_count, payments } = invoice;
  const intents = (payments?.data ?? []).map(({ payment }) => payment.payment_intent);
  return {
    id,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? ''),
    status: status ?? 'draft',
    total,
    attempts: attempt_count,
    needsAuthentication: intents.some(
      (intent) => typeof intent === 'object' && intent?.status === 'requires_action',
    ),
  };
}

/** What an event of the provider says that we use: its kind, and whose state to fetch. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Id of the object it is about. */
  objectId: string;
  customerId?: string;
}

/** Seconds by which the time of a signature may differ from ours. */
const toleranceSeconds = 300;

/** Checks the signature over the raw bytes. Throws `SignatureInvalid`. */
export async function verifyEvent(body: Buffer, signature: string): Promise<ProviderEvent> {
  const { webhookSecret } = await readStripeSecret();
  const client = await stripe();
  let event: Stripe.Event;
  try {
    event = client.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new ProductError('SignatureInvalid');
    }
    throw error;
  }
  const object = event.data.object as {
    id?: string;
    object?: string;
    customer?: unknown;
    charge?: unknown;
  };
  const customer = object.object === 'customer' ? object.id : await customerOf(client, object);
  return {
    id: event.id,
    type: event.type,
    objectId: object.id ?? '',
    ...(typeof customer === 'string' && { customerId: customer }),
  };
}

/** Whose an object is. A dispute names its charge only. */
async function customerOf(
  client: Stripe,
  { customer, charge }: { customer?: unknown; charge?: unknown },
): Promise<unknown> {
  if (customer !== undefined || typeof charge !== 'string') return customer;
  return (await client.charges.retrieve(charge)).customer;
}
