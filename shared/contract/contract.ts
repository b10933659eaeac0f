import { datasets } from './datasets.ts';
import type { Endpoint } from './endpoint.ts';
import { indexKeys } from './index-keys.ts';
import { indexes } from './indexes.ts';
import { organizations } from './organizations.ts';
import { search } from './search.ts';
import { system } from './system.ts';
import { users } from './users.ts';

/**
 * Every endpoint of the product, once. The key is also the file in `functions/api/`, the function's
 * name and the operation id. Routes, wrapper, client and API documents loop over this table.
 */
export const contract = {
  ...system,
  ...users,
  ...organizations,
  ...datasets,
  ...indexKeys,
  ...indexes,
  ...search,
} as const satisfies Record<string, Endpoint>;

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

export const endpointNames = Object.keys(contract) as EndpointName[];
