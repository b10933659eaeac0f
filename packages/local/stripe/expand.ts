import type { Books } from './books.ts';

/** Members of an invoice that it contains only on request. */
const included: Record<string, (books: Books, invoice: { id: string }) => unknown> = {
  payments(books, invoice) {
    const { paymentIntent } = books.hidden(invoice);
    return { data: paymentIntent ? [{ payment: { payment_intent: paymentIntent } }] : [] };
  },
  confirmation_secret(books, invoice) {
    const { paymentIntent } = books.hidden(invoice);
    return paymentIntent && books.get('payment_intent', paymentIntent);
  },
};

/** A copy of an answer with objects instead of their ids along paths such as `data.source.coupon`. */
export function expand(books: Books, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer);
  for (const path of paths) expandStep(books, copy, path.split('.'));
  return copy;
}

function expandStep(books: Books, value: unknown, [name, ...rest]: readonly string[]): void {
  if (Array.isArray(value)) {
    for (const each of value) expandStep(books, each, name === undefined ? [] : [name, ...rest]);
    return;
  }
  if (name === undefined || typeof value !== 'object' || value === null) return;
  const members = value as Record<string, unknown> & { id: string };
  members[name] = found(books, members[name] ?? included[name]?.(books, members));
  expandStep(books, members[name], rest);
}

const found = (books: Books, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => found(books, each));
  return typeof value === 'string' ? (books.store.find(value) ?? value) : value;
};
