import { requireKeyOwner } from '#functions/indexes/require-key-owner.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireOwnOrganization } from '#functions/runtime/principal.ts';
import { addApiKey } from '#functions/store/index-keys.ts';

export const handler = lambda('create-index-key', member, async ({ body, principal, now }) => {
  requireOwnOrganization(principal, body.org_id);
  return addApiKey(principal, await requireKeyOwner(principal, body.index), now);
});
