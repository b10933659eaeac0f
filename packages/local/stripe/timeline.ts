import { bill, itemOf, nextPeriod, periodLine } from './billing.ts';
import { Books } from './books.ts';
import { closeInvoice, collect, finalizeInvoice } from './invoices.ts';
import { type Invoice, type StripeObject, type Subscription, times } from './objects.ts';
import { settleDebit } from './payment-intents.ts';
import { loseDispute } from './payments.ts';
import { fail } from './setup-intents.ts';
import type { StripeStore } from './store.ts';
import { endSubscription, subscriptionOf } from './subscription-status.ts';

/**
 * Does everything that was due by `now` (in seconds), in the order of the due times. Each step runs at its
 * own due time and in its own transaction, so that after a kill the next start does the rest.
 */
export function catchUp(store: StripeStore, origin: string, now: number): void {
  for (let next = store.nextDue(); next && next.dueAt <= now; next = store.nextDue()) {
    const { id, dueAt } = next;
    store.transaction(() => {
      const object = store.find(id)!;
      // A trial of a day announces its end at its beginning, not before.
      const { created = dueAt } = object as { created?: number };
      step(new Books(store, origin, Math.max(dueAt, created)), object);
      const after = store.nextDue();
      if (after?.id === id && after.dueAt === dueAt && sameAs(object, store.find(id))) {
        throw new Error(`Stripe: the clock does not change ${id}, which is due at ${dueAt}`);
      }
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
  else if (object.object === 'setup_intent') fail(books, object);
  else if (object.object === 'dispute') loseDispute(books, object);
  else throw new Error(`Stripe: nothing is due of ${object.id}`);
}

function stepSubscription(books: Books, subscription: Subscription): void {
  const { status, trial_end } = subscription;
  if (status === 'incomplete') {
    const invoice = books.get('invoice', subscription.latest_invoice!);
    if (invoice.status === 'open') closeInvoice(books, invoice, 'void');
    books.save({ ...subscription, status: 'incomplete_expired' }, 'customer.subscription.updated');
  } else if (itemOf(subscription).current_period_end > books.now) {
    books.save(subscription, undefined, { warned: true });
    if (trial_end! - books.now <= times.trialWarning) {
      books.tell('customer.subscription.trial_will_end', subscription);
    }
  } else if (subscription.cancel_at_period_end) {
    endSubscription(books, subscription);
  } else {
    // The next period begins. Its invoice is charged an hour later.
    const renewed = nextPeriod(subscription);
    bill(books, renewed, [periodLine(books, renewed)], 'subscription_cycle', true);
  }
}

function stepDraft(books: Books, draft: Invoice): void {
  const open = finalizeInvoice(books, draft);
  if (open.status !== 'open') return;
  if (books.get('subscription', subscriptionOf(draft)).pause_collection) {
    closeInvoice(books, open, 'uncollectible');
  } else {
    collect(books, open);
  }
}
