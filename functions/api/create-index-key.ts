import { requireKeyOwner } from '#functions/domain/require-key-owner.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization } from '#functions/request/principal.ts';
import { addApiKey } from '#functions/store/index-keys.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';

export const handler = lambda(
  indexKeys,
  'create-index-key',
  member,
  async ({ body, principal, now }) => {
    requireOwnOrganization(principal, body.org_id);
    return addApiKey(principal, await requireKeyOwner(principal, body.index), now);
  },
);
