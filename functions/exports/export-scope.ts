import { createHash } from 'node:crypto';
import type { Scope } from '#engine';

export const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Tells apart what callers see of an index. */
export const hashOfScope = ({ rows, columns }: Scope) => hashOf([rows, columns]);
