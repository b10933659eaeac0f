import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CancelOption } from '#shared/cancel-reasons.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import type { User } from '#shared/contract/users.ts';
import type { PlanName } from '#shared/plans.ts';
import { api } from '#web/lib/api-client.ts';
import { everyPage } from './every-page.ts';
import { userQuery } from './user.ts';

/** Start of the keys of all queries about billing. */
const billingKey = (orgId: string) => ['billing', orgId];

/** Subscription and means of payment of the organization. */
export const billingQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...billingKey(orgId), 'state'],
    queryFn: ({ signal }) => api('get-subscription', { query: { org_id: orgId }, signal }),
    // Payments may have succeeded or failed since the last visit. What was loaded with the page is new.
    staleTime: 5000,
  });

/** Invoices of one call. */
const pageSize = 100;

export const invoicesQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...billingKey(orgId), 'invoices'],
    queryFn: ({ signal }) =>
      everyPage(async (after) => {
        const items = await api('list-invoices', { query: { limit: pageSize, after }, signal });
        return { items, next: items.length < pageSize ? undefined : items.at(-1)?.id };
      }),
    staleTime: 0,
  });

interface Order {
  plan: PlanName;
  couponCode?: string;
}

/** What a plan would cost, before it is bought. */
export const previewQuery = (orgId: string, { plan, couponCode }: Order) =>
  queryOptions({
    queryKey: [...billingKey(orgId), 'preview', plan, couponCode],
    queryFn: ({ signal }) =>
      api('preview-subscription', { body: { subscription_plan: plan, couponCode }, signal }),
    staleTime: 0,
    retry: false,
  });

/** Shows the new state at once, on this page and in the banners of the other pages. */
async function show(client: QueryClient, orgId: string, state?: BillingState): Promise<void> {
  if (state) client.setQueryData(billingQuery(orgId).queryKey, state);
  await Promise.all([
    client.invalidateQueries({ queryKey: billingKey(orgId) }),
    client.invalidateQueries({ queryKey: userQuery.queryKey }),
  ]);
}

/** Options of a mutation whose answer is the new billing state. */
function change<Input>(orgId: string, call: (input: Input) => Promise<BillingState>) {
  return mutationOptions({
    mutationFn: call,
    // Also after a failure: a declined payment changes the subscription too.
    onSettled: (state, _error, _input, _result, { client }) => show(client, orgId, state),
  });
}

/** Buys a plan, changes to it, or activates an ended subscription with it. */
export const buyPlan = (orgId: string) =>
  change(orgId, ({ plan, couponCode, activate }: Order & { activate: boolean }) => {
    if (activate && couponCode) {
      const body = { org_id: orgId, subscription_plan: plan, couponCode };
      return api('activate-with-coupon', { body });
    }
    const body = { org_id: orgId, subscription_plan: plan, activate_subscription: activate };
    return api('update-subscription', { body: { ...body, couponCode } });
  });

export const applyCoupon = (orgId: string, subscriptionId: string | undefined) =>
  change(orgId, (couponCode: string) =>
    api('apply-coupon', { body: { stripe_subscription_id: subscriptionId, couponCode } }),
  );

/** Withdraws a cancellation. */
export const keepSubscription = (orgId: string) =>
  change(orgId, () =>
    api('update-subscription', { body: { org_id: orgId, keep_subscription: true } }),
  );

interface Cancellation {
  option: CancelOption;
  reason: string;
}

/**
 * Cancels, sends the notice and the feedback, and fetches the new state. The server sends both mails with the
 * cancellation, each once, so a failure to ask for them again is none of the cancellation.
 */
export const cancelSubscription = (orgId: string, { email, full_name, organization }: User) =>
  change(orgId, async ({ option, reason }: Cancellation) => {
    const cancelled = await api('cancel-subscription', {
      body: { org_id: orgId, option, reason },
    });
    const org_name = organization?.name ?? '';
    await Promise.allSettled([
      api('send-cancel-notice', { body: { email, org_id: orgId } }),
      api('create-cancel-feedback', { body: { full_name, email, reason, option, org_name } }),
    ]);
    const query = { stripe_subscription_id: cancelled.id, org_id: orgId };
    return api('get-subscription', { query }).catch(() => cancelled);
  });

/** The ids that the specification sends with means of payment. An organization's item is its collection. */
const idsOf = (orgId: string, stripe_customer_id: string | undefined) => ({
  collection_id: orgId,
  item_id: orgId,
  stripe_customer_id,
});

/** Begins to add a card or bank account; the payment form completes it with the secret. */
export const beginPaymentMethod = (type: 'card' | 'us_bank_account') =>
  api('create-setup-intent', { body: { type } });

/**
 * Makes a card or bank account the one that is charged. The input sets it up with the provider and returns its id.
 */
export const addPaymentMethod = (
  orgId: string,
  { payment_method: current, stripe_customer_id }: BillingState,
  type: string,
) =>
  change(orgId, async (setUp: () => Promise<string>) => {
    const token_id = await setUp();
    const body = { ...idsOf(orgId, stripe_customer_id), token_id, payment_method: type };
    return api(current ? 'update-payment-method' : 'create-payment-method', { body });
  });

type Deposits = { amounts: [number, number] } | { descriptor_code: string };

export const verifyBankAccount = (orgId: string, { stripe_customer_id }: BillingState) =>
  change(orgId, (deposits: Deposits) =>
    api('verify-bank-account', { body: { ...idsOf(orgId, stripe_customer_id), ...deposits } }),
  );
