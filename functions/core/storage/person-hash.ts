import { createHash } from 'node:crypto';

/** Stands for an address in keys, so that a table tells no addresses of strangers. */
export const personHash = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex');
