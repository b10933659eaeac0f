import { ProductError } from '#shared/errors.ts';

/**
 * A cursor is the position after which the next page starts, encoded so that clients treat it as opaque. It
 * contains no secret and grants nothing: every query is bound to the caller's own partition.
 * @param order of the list, if it has several; a cursor is only valid for its own order
 */
export const encodeCursor = (position: string | undefined, order = '') =>
  position === undefined ? undefined : Buffer.from(order + position).toString('base64url');

/** Throws `InvalidRequest` for a cursor that `encodeCursor` cannot have made. */
export function decodeCursor(cursor: string | undefined, order = ''): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(order.length);
  if (position === '' || !text.startsWith(order) || encodeCursor(text) !== cursor) {
    throw new ProductError('InvalidRequest', 'The cursor is not one of an earlier answer.');
  }
  return position;
}

/** A page of a list, and the position after which the next one starts. */
interface Page<T> {
  items: T[];
  next: string | undefined;
}

/** Start of positions among the last items of a list. No name, date, author or status starts with it. */
const amongLast = '\n';

/**
 * A page of a list that ends with the same few items in every order.
 * @param listOwn returns a page of the items before them
 */
export async function pageWithLast<T>(
  listOwn: () => Promise<Page<T>>,
  last: () => Promise<readonly T[]>,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<Page<T>> {
  const begun = after?.startsWith(amongLast);
  // At once, because nearly every list has one page.
  const [own, ends] = await Promise.all([
    begun ? { items: [], next: undefined } : listOwn(),
    last(),
  ]);
  if (own.next !== undefined) return own;
  const from = begun ? Number.parseInt(after!.slice(amongLast.length), 10) || 0 : 0;
  const to = from + limit - own.items.length;
  return {
    items: [...own.items, ...ends.slice(from, to)],
    next: to < ends.length ? amongLast + to : undefined,
  };
}
