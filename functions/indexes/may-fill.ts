import type { ManagementScope } from '#shared/management-scopes.ts';

/**
 * Whether a management key may make and read keys that change rows: one that may write datasets and indexes can upload any rows and
 * build an index from them. No other may grant as much.
 */
export const mayFill = (scopes: readonly ManagementScope[]): boolean =>
  scopes.includes('indexes:write') && scopes.includes('datasets:write');
