/**
 * Cursors are the position after which the next page starts, encoded so that nobody reads meaning into
 * them. They carry no secret and grant nothing: every query is bound to the caller's own partition.
 */
export const encodeCursor = (position: string | undefined) =>
  position === undefined ? undefined : Buffer.from(position).toString('base64url');

export const decodeCursor = (cursor: string | undefined) =>
  cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
