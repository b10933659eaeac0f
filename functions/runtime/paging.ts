import { ProductError } from '#shared/errors.ts';

/**
 * Cursors are the position after which the next page starts, encoded so that nobody reads meaning into
 * them. They carry no secret and grant nothing: every query is bound to the caller's own partition.
 * @param order of the list, where it has several: a position in one means nothing in another
 */
export const encodeCursor = (position: string | undefined, order = '') =>
  position === undefined ? undefined : Buffer.from(order + position).toString('base64url');

/** Throws `InvalidRequest` for what cannot have come from `encodeCursor`: the stores would refuse it. */
export function decodeCursor(cursor: string | undefined, order = ''): string | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(order.length);
  if (position === '' || !text.startsWith(order) || encodeCursor(text) !== cursor) {
    throw new ProductError('InvalidRequest', 'The cursor is not one of an earlier answer.');
  }
  return position;
}
