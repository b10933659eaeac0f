import { limits } from './limits.ts';

/** What an organisation's record says of its subscription, in the payment provider's words. Times are in seconds. */
export interface Subscription {
  /** Absent while nothing was bought. */
  id?: string;
  /** `trialing`, `active`, `past_due`, `canceled`, `unpaid`, and others that the provider knows. */
  status: string;
  trial_end?: number;
  current_period_start: number;
  /** Set while the provider's staff have paused the payment. */
  pause_collection?: { behavior: string } | null;
}

/** The same as customers get it, judged at one moment by the server's clock. */
export interface JudgedSubscription extends Subscription {
  _isExpired: boolean;
  /** Whole days since the period began. */
  _daysInPeriod: number;
}

const daySeconds = 86_400;

/** The subscription that an organisation begins with. */
export function newTrial(nowMs: number): Subscription {
  const start = Math.floor(nowMs / 1000);
  return {
    status: 'trialing',
    trial_end: start + limits.trialDays * daySeconds,
    current_period_start: start,
  };
}

const ended = ['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'];

/** The rules of expiry, the only place that knows them. */
export function judgeSubscription(subscription: Subscription, nowMs: number): JudgedSubscription {
  const now = nowMs / 1000;
  const { status, trial_end, current_period_start } = subscription;
  const _daysInPeriod = Math.max(0, Math.floor((now - current_period_start) / daySeconds));
  const trialIsOver = status === 'trialing' && trial_end !== undefined && now >= trial_end;
  const retriesAreOver =
    status === 'past_due' &&
    !isPaymentPaused(subscription) &&
    _daysInPeriod >= limits.paymentRetryDays;
  const _isExpired = ended.includes(status) || trialIsOver || retriesAreOver;
  return { ...subscription, _isExpired, _daysInPeriod };
}

/** Whether invoices are waived: the organisation is served as if it had paid. */
export const isPaymentPaused = ({ pause_collection }: Subscription) =>
  pause_collection?.behavior === 'mark_uncollectible';

/** Days of trial to warn of: 1 to 5, else nothing. */
export function trialDaysToWarnOf(subscription: JudgedSubscription): number | undefined {
  if (subscription.status !== 'trialing') return undefined;
  const left = limits.trialDays - subscription._daysInPeriod;
  return left >= 1 && left <= limits.trialWarningDays ? left : undefined;
}

/** Since how many days a payment is due, and how many remain; nothing where none is due. */
export function pastDueDays(
  subscription: JudgedSubscription,
): { due: number; left: number } | undefined {
  if (subscription.status !== 'past_due' || isPaymentPaused(subscription)) return undefined;
  const left = limits.paymentRetryDays - subscription._daysInPeriod;
  return left > 0 ? { due: subscription._daysInPeriod, left } : undefined;
}
