import { lambda } from '#core/request/lambda.ts';
import { once } from '#core/request/once.ts';
import { managingSubscriber } from '#functions/billing/index.ts';
import { requireOwnOrganization } from '#functions/people/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import { addApiKey } from '../index-keys.ts';
import { mayFill } from '../may-fill.ts';
import { requireEd25519 } from '../require-ed25519.ts';
import { requireFitting } from '../require-fitting.ts';
import { requireKeyOwner } from '../require-key-owner.ts';
import { showNewKey } from '../shown-keys.ts';

export const handler = lambda(
  indexKeys,
  'create-index-key',
  managingSubscriber,
  once('create-index-key', async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    const owner = await requireKeyOwner(principal, body.index);
    const { name, changes_rows = false, restrictions, public_keys } = body;
    const { scopes, user, managementKey: made_by } = principal;
    const isTrusted = user.role === 'admin' || (scopes && mayFill(scopes));
    if (changes_rows && (!isTrusted || isCatalog(owner.indexId))) throw fail('Forbidden');
    if (restrictions) await requireFitting(restrictions, owner.indexId, changes_rows);
    for (const pem of public_keys ?? []) requireEd25519(pem);
    const options = { name, made_by, changes_rows, restrictions, public_keys };
    const key = await addApiKey(principal, owner, now, options);
    if (!key) throw fail('KeyLimitReached');
    return showNewKey(principal, key);
  }),
);
