import type { Index } from '#shared/contract/indexes.ts';

/** The column that tells which publications are of one invention. */
const name = 'family_id';

/** That column, if an index has it: then its results show each invention once. */
export const familyColumn = (index: Index | undefined): string | undefined =>
  index?.columns_role[name] === 'metadata' ? name : undefined;
