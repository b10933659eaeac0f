import { lambda } from '#core/request/lambda.ts';
import { subscriber } from '#functions/billing/index.ts';
import { requireOwnOrganization } from '#functions/people/index.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import { formatBytes, limits } from '#shared/limits.ts';
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
    const { name, changes_rows = false, restrictions } = body;
    const mayGrant = principal.user.role === 'admin' && !isCatalog(owner.indexId);
    if (changes_rows && !mayGrant) throw fail('Forbidden');
    if (bytesOf(restrictions) > limits.keyRestrictionsMaxBytes) {
      const most = formatBytes(limits.keyRestrictionsMaxBytes);
      throw fail('InvalidRequest', `The restrictions of a key have at most ${most}.`);
    }
    const key = await addApiKey(principal, owner, now, { name, changes_rows, restrictions });
    if (!key) throw fail('KeyLimitReached');
    return showNewKey(principal, key);
  },
);

const bytesOf = (restrictions: KeyRestrictions | undefined) =>
  Buffer.byteLength(JSON.stringify(restrictions ?? {}));
