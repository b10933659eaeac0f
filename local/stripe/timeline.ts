import type Stripe from 'stripe';
import { bill, itemOf, lineFor, withItem } from './billing.ts';
import { type AccountSettings, Books } from './books.ts';
import { closeInvoice, collect, finalizeInvoice } from './invoices.ts';
import { type StripeObject, times } from './objects.ts';
import { settleDebit } from './payment-intents.ts';
import { loseDispute } from './payments.ts';
import { periodEnd } from './periods.ts';
import { timeOutSetup } from './setup-intents.ts';
import type { StripeStore } from './store.ts';
import { endSubscription, paymentMethodOf, subscriptionOf } from './subscription-status.ts';

/**
 * Does everything that was due by `now` (in seconds), in the order of the due times. Each step runs at its
 * own due time and in its own transaction, so that after a kill the next start does the rest.
 */
export function catchUp(store: StripeStore, settings: AccountSettings, now: number): void {
  for (let next = store.nextDue(); next && next.dueAt <= now; next = store.nextDue()) {
    const { id, dueAt } = next;
    store.transaction(() => {
      const object = store.find(id)!;
      // A trial of a day announces its end at its beginning, not before.
      const { created = dueAt } = object as { created?: number };
      const books = new Books(store, settings, Math.max(dueAt, created));
      step(books, object);
      const after = store.nextDue();
      if (after?.id === id && after.dueAt === dueAt && sameAs(object, store.find(id)))
        throw new Error(`Stripe: the clock does not change ${id}, which is due at ${dueAt}`);
    });
  }
}

const sameAs = (before: object, after: object | undefined) =>
  JSON.stringify(before) === JSON.stringify(after);

function step(books: Books, object: StripeObject): void {
  if (object.object === 'subscription') stepSubscription(books, object);
  else if (object.object === 'invoice' && object.status === 'draft') stepDraft(books, object);
  else if (object.object === 'invoice') collect(books, object);
  else if (object.object === 'payment_intent') settleDebit(books, object);
  else if (object.object === 'setup_intent') timeOutSetup(books, object);
  else if (object.object === 'coupon') books.save({ ...object, valid: false }, 'coupon.updated');
  else if (object.object === 'dispute') loseDispute(books, object);
  else throw new Error(`Stripe: nothing is due of ${object.id}`);
}

function stepSubscription(books: Books, subscription: Stripe.Subscription): void {
  const { status, trial_end, pause_collection } = subscription;
  if (status === 'incomplete') {
    const invoice = books.get('invoice', subscription.latest_invoice as string);
    if (invoice.status === 'open') closeInvoice(books, invoice, 'void');
    books.save(
      { ...subscription, status: 'incomplete_expired', ended_at: books.now },
      'customer.subscription.updated',
    );
  } else if (pause_collection?.resumes_at && pause_collection.resumes_at <= books.now) {
    books.save({ ...subscription, pause_collection: null }, 'customer.subscription.updated');
  } else if (itemOf(subscription).current_period_end > books.now) {
    books.save(subscription, undefined, { warned: true });
    if (trial_end! - books.now <= times.trialWarning)
      books.tell('customer.subscription.trial_will_end', subscription);
  } else if (subscription.cancel_at_period_end) endSubscription(books, subscription);
  else if (status === 'trialing') endTrial(books, subscription);
  else renew(books, subscription);
}

function endTrial(books: Books, subscription: Stripe.Subscription): void {
  const without = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (!paymentMethodOf(books, subscription) && without === 'cancel')
    endSubscription(books, subscription, 'payment_failed');
  else if (!paymentMethodOf(books, subscription) && without === 'pause')
    books.save({ ...subscription, status: 'paused' }, 'customer.subscription.paused');
  else renew(books, { ...subscription, status: 'active' });
}

/** Begins the next period and makes its invoice, which is charged an hour later. */
function renew(books: Books, before: Stripe.Subscription): void {
  const { current_period_start, current_period_end: start, price } = itemOf(before);
  const end = periodEnd(start, before.billing_cycle_anchor, price.recurring!);
  const renewed = withItem(before, { current_period_start: start, current_period_end: end });
  bill(books, renewed, [lineFor(books, renewed, { start, end })], 'subscription_cycle', {
    period: { start: current_period_start, end: start },
    draft: true,
  });
}

function stepDraft(books: Books, draft: Stripe.Invoice): void {
  const behavior = subscriptionOf(books, draft)?.pause_collection?.behavior;
  if (behavior === 'keep_as_draft') {
    books.save(
      {
        ...draft,
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      },
      'invoice.updated',
    );
    return;
  }
  const open = finalizeInvoice(books, draft);
  if (open.status !== 'open') return;
  if (behavior === 'void' || behavior === 'mark_uncollectible')
    closeInvoice(books, open, behavior === 'void' ? 'void' : 'uncollectible');
  else collect(books, open);
}
