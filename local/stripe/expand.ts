import type { Books } from './books.ts';
import { invalid } from './failure.ts';
import type { StripeObject } from './objects.ts';
import { pageOf } from './operation.ts';

/** Lists that an object contains only on request. */
const included: Record<string, (books: Books, id: string) => object | undefined> = {
  'customer.subscriptions': (books, id) =>
    listOf(
      books.list('subscription', id).filter(({ status }) => status !== 'canceled'),
      `/v1/customers/${id}/subscriptions`,
    ),
  'invoice.payments': (books, id) =>
    listOf(
      books.list('invoice_payment').filter(({ invoice }) => invoice === id),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  'invoice.confirmation_secret': (books, id) => {
    const { paymentIntent } = books.store.hidden(id);
    const intent = paymentIntent ? books.get('payment_intent', paymentIntent) : undefined;
    return intent?.client_secret
      ? { client_secret: intent.client_secret, type: 'payment_intent' }
      : undefined;
  },
};

const listOf = <T extends { id: string }>(all: T[], url: string) => pageOf(all, url, { limit: 10 });

/**
 * Replaces ids by their objects along paths such as `data.latest_invoice.payments`. Throws for unknown
 * paths.
 */
export function expand(books: Books, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > 4)
      throw invalid('You cannot expand more than 4 levels of a property', undefined, 'expand[0]');
    if (!expandStep(books, copy, steps))
      throw invalid(`This property cannot be expanded (${path}).`, undefined, 'expand[0]');
  }
  return copy;
}

function expandStep(books: Books, holder: object, steps: readonly string[]): boolean {
  const [name, ...rest] = steps;
  if (name === undefined) return true;
  const members = holder as Record<string, unknown> & Partial<StripeObject>;
  let value = members[name];
  if (value === undefined && members.id) {
    value = included[`${members.object}.${name}`]?.(books, members.id) ?? undefined;
    if (value === undefined) return `${members.object}.${name}` in included;
  }
  if (value === null) return true;
  if (Array.isArray(value)) {
    members[name] = value.map((each) => found(books, each));
    return (members[name] as object[]).every((each) => expandStep(books, each, rest));
  }
  if (typeof value === 'string' && !books.store.find(value)) return false;
  const object = found(books, value);
  if (typeof object !== 'object' || object === null) return false;
  members[name] = object;
  return expandStep(books, object, rest);
}

const found = (books: Books, value: unknown): unknown =>
  typeof value === 'string' ? (books.store.find(value) ?? value) : value;
