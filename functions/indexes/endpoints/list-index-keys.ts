import { lambda } from '#core/request/lambda.ts';
import { managingMember, requireOwnOrganization } from '#functions/people/index.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import { showKeys } from '../shown-keys.ts';

export const handler = lambda(
  indexKeys,
  'list-index-keys',
  managingMember,
  async ({ query, principal, now }) => {
    requireOwnOrganization(principal, query.org_id);
    return showKeys(principal, { masked: query.masked, keyId: query.key_id }, now);
  },
);
