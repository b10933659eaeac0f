/** Compile-time guarantees of grants: what is not exact does not compile. */
import type { Grants } from '#infra/grants.ts';

// @ts-expect-error an action is named, never a wildcard
const anyAction: Grants = { tables: { Indexes: ['*'] } };

// @ts-expect-error there is no such table
const noTable: Grants = { tables: { Everything: ['GetItem'] } };

// @ts-expect-error files of organisations are reached by prefix, not all at once
const anyFile: Grants = { buckets: { Datasets: { GetObject: ['*'] } } };

const exact: Grants = { tables: { Indexes: ['GetItem'] } };

export { anyAction, anyFile, exact, noTable };
