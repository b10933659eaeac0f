import { lambda } from '#core/request/lambda.ts';
import { subscriber } from '#functions/billing/index.ts';
import { requireOwnOrganization } from '#functions/people/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import { addApiKey } from '../index-keys.ts';
import { requireKeyOwner } from '../require-key-owner.ts';
import { showNewKey } from '../shown-keys.ts';

export const handler = lambda(
  indexKeys,
  'create-index-key',
  subscriber,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    const owner = await requireKeyOwner(principal, body.index);
    const { changes_rows = false } = body;
    const mayGrant = principal.user.role === 'admin' && !isCatalog(owner.indexId);
    if (changes_rows && !mayGrant) throw fail('Forbidden');
    const key = await addApiKey(principal, owner, now, changes_rows);
    if (!key) throw fail('KeyLimitReached');
    return showNewKey(principal, key);
  },
);
