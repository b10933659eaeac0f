import { limits } from './limits.ts';

/** The subscription in an organization's record, with Stripe's field names. Times are Unix seconds. */
export interface Subscription {
  /** Absent until something was bought. */
  id?: string;
  /** A status of Stripe, such as `trialing`, `active`, `past_due`, `canceled` or `unpaid`. */
  status: string;
  trial_end?: number;
  current_period_start: number;
  /** Absent until something was bought. */
  current_period_end?: number;
  /** Set while staff have paused the collection of payments. */
  pause_collection?: { behavior: string } | null;
  /** The plan that was bought, absent before. The amount is in minor units (cents). */
  plan?: { amount: number; interval: 'month' | 'year' };
  /** Whether it was cancelled and ends with the current period. */
  cancel_at_period_end?: boolean;
  /** The discount of a redeemed coupon. */
  discount?: { coupon: { percent_off: number | null } } | null;
}

/** A subscription with the state at one moment of the server's clock, as clients receive it. */
export interface JudgedSubscription extends Subscription {
  _isExpired: boolean;
  /** Whole days since the period began. */
  _daysInPeriod: number;
}

const daySeconds = 86_400;

/** The subscription of a new organization. */
export function newTrial(nowMs: number): Subscription {
  const start = Math.floor(nowMs / 1000);
  return {
    status: 'trialing',
    trial_end: start + limits.trialDays * daySeconds,
    current_period_start: start,
  };
}

/**
 * The subscription of an organization at a moment. An organization without one is in the trial that began
 * when it was created.
 */
export const subscriptionOf = (
  organization: { subscription?: Subscription; created_at: string },
  nowMs: number,
): JudgedSubscription =>
  judgeSubscription(
    organization.subscription ?? newTrial(Date.parse(organization.created_at)),
    nowMs,
  );

const endedStatuses = ['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'];

/** End of a trial without a purchase, in Unix seconds; undefined if it is over. */
export function unboughtTrialEnd(
  { id, status, trial_end = 0 }: Subscription,
  now: Date,
): number | undefined {
  const runs = id === undefined && status === 'trialing' && trial_end * 1000 > now.getTime();
  return runs ? trial_end : undefined;
}

/** Whether the status alone ends the service, independent of the time. */
export const isEnded = ({ status }: Pick<Subscription, 'status'>) => endedStatuses.includes(status);

/** Computes whether a subscription has expired. No other code knows these rules. */
export function judgeSubscription(subscription: Subscription, nowMs: number): JudgedSubscription {
  const now = nowMs / 1000;
  const { id, status, trial_end, current_period_start, current_period_end } = subscription;
  const _daysInPeriod = Math.max(0, Math.floor((now - current_period_start) / daySeconds));
  // A bought subscription is charged at the end of its trial. The event of the charge may come late.
  const graceDays = id === undefined ? 0 : limits.paymentRetryDays;
  const trialIsOver =
    status === 'trialing' && trial_end !== undefined && now >= trial_end + graceDays * daySeconds;
  // Without an event of a renewal for this time, the subscription counts as unpaid.
  const renewalIsMissing =
    current_period_end !== undefined &&
    now >= current_period_end + limits.paymentRetryDays * daySeconds &&
    !isPaymentPaused(subscription);
  const retriesAreOver =
    status === 'past_due' &&
    !isPaymentPaused(subscription) &&
    _daysInPeriod >= limits.paymentRetryDays;
  const _isExpired = isEnded(subscription) || trialIsOver || retriesAreOver || renewalIsMissing;
  return { ...subscription, _isExpired, _daysInPeriod };
}

/** Whether invoices are waived: the organization can use the product as if it had paid. */
export const isPaymentPaused = ({ pause_collection }: Subscription) =>
  pause_collection?.behavior === 'mark_uncollectible';

/** Remaining days of a trial if the product should warn (1 to 5), else `undefined`. */
export function trialDaysToWarnOf(subscription: JudgedSubscription): number | undefined {
  if (subscription.status !== 'trialing') return undefined;
  const left = limits.trialDays - subscription._daysInPeriod;
  return left >= 1 && left <= limits.trialWarningDays ? left : undefined;
}

/** Days a payment is overdue and days left to pay, or `undefined` if none is overdue. */
export function pastDueDays(
  subscription: JudgedSubscription,
): { due: number; left: number } | undefined {
  if (subscription.status !== 'past_due' || isPaymentPaused(subscription)) return undefined;
  const left = limits.paymentRetryDays - subscription._daysInPeriod;
  return left > 0 ? { due: subscription._daysInPeriod, left } : undefined;
}

/**
 * The label of a status on the subscription page; an unknown status is shown unchanged. A trial that is over keeps its
 * status in the record, and so does a subscription whose renewal is missing: both have expired.
 */
export function displayedStatus(subscription: JudgedSubscription): string {
  if (subscription.cancel_at_period_end) return 'canceled';
  if (isPaymentPaused(subscription)) return 'Active';
  const hasRunOut = subscription._isExpired && ['trialing', 'active'].includes(subscription.status);
  if (hasRunOut) return 'expired';
  return subscription.status === 'past_due' ? 'Past due' : subscription.status;
}

/**
 * The notice above the subscription page. An expired subscription with a card needs none, because it is
 * activated.
 */
export type PageBanner =
  | { kind: 'expired-without-card' }
  | { kind: 'past-due-without-card'; due: number; left: number }
  | { kind: 'past-due-with-card' };

/** `hasCard` tells whether the organization has a means of payment, card or bank account. */
export function pageBanner(
  subscription: JudgedSubscription,
  hasCard: boolean,
): PageBanner | undefined {
  if (subscription._isExpired && !hasCard) return { kind: 'expired-without-card' };
  const days = pastDueDays(subscription);
  if (days && !hasCard) return { kind: 'past-due-without-card', due: days.due, left: days.left };
  return subscription.status === 'past_due' && !isPaymentPaused(subscription)
    ? { kind: 'past-due-with-card' }
    : undefined;
}

/**
 * Why an expired organization cannot use a page: failed payments, or a subscription that has ended or was
 * never bought. Undefined if the page is available.
 */
export function expiredReason(subscription: JudgedSubscription): 'unpaid' | 'ended' | undefined {
  if (!subscription._isExpired) return undefined;
  return ['unpaid', 'past_due'].includes(subscription.status) ? 'unpaid' : 'ended';
}
