import { ProductError } from '#shared/errors.ts';

/**
 * Cursors are the position after which the next page starts, encoded so that nobody reads meaning into
 * them. They carry no secret and grant nothing: every query is bound to the caller's own partition.
 */
export const encodeCursor = (position: string | undefined) =>
  position === undefined ? undefined : Buffer.from(position).toString('base64url');

/** Throws `InvalidRequest` for what cannot have come from `encodeCursor`: the stores would refuse it. */
export function decodeCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, 'base64url').toString();
  if (position === '' || encodeCursor(position) !== cursor) {
    throw new ProductError('InvalidRequest', 'The cursor is not one of an earlier answer.');
  }
  return position;
}
