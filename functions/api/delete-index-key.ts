import { requireKeyOwner } from '#functions/domain/require-key-owner.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization } from '#functions/request/principal.ts';
import { removeApiKey } from '#functions/store/index-keys.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';

export const handler = lambda(
  indexKeys,
  'delete-index-key',
  member,
  async ({ body, principal, now }) => {
    requireOwnOrganization(principal, body.org_id);
    // The specification calls it api_key_id for catalogues and api_id for own indexes; the schema asks for one.
    const id = (body.api_key_id ?? body.api_id)!;
    await removeApiKey(principal, await requireKeyOwner(principal, body.index), id, now);
    return { id };
  },
);
