import { lambda } from '#core/request/lambda.ts';
import { managingMember, requireOwnOrganization } from '#functions/people/index.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import { removeApiKey } from '../index-keys.ts';
import { requireKeyOwner } from '../require-key-owner.ts';

export const handler = lambda(
  indexKeys,
  'delete-index-key',
  managingMember,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    // The specification calls it api_key_id for catalogues and api_id for own indexes; the schema asks for one.
    const id = (body.api_key_id ?? body.api_id)!;
    const owner = await requireKeyOwner(principal, body.index);
    const removal = await removeApiKey(principal, owner, id, now);
    if (removal === 'unknown') throw fail('KeyNotFound');
    if (removal === 'last') throw fail('LastKey');
    return { id };
  },
);
