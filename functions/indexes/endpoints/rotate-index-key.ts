import { lambda } from '#core/request/lambda.ts';
import { once } from '#core/request/once.ts';
import { managingMember, requireOwnOrganization } from '#functions/people/index.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import { hiddenText } from '../api-key-encryption.ts';
import { addPublicKey, getApiKey, rotateApiKey } from '../index-keys.ts';
import { mayFill } from '../may-fill.ts';
import { requireEd25519 } from '../require-ed25519.ts';
import { requireKeyOwner } from '../require-key-owner.ts';
import { showNewKey } from '../shown-keys.ts';

export const handler = lambda(
  indexKeys,
  'rotate-index-key',
  managingMember,
  once('rotate-index-key', async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    const owner = await requireKeyOwner(principal, body.index);
    const { api_key_id: id, overlap_hours: hours, public_key: publicKey } = body;
    if (publicKey !== undefined) {
      requireEd25519(publicKey);
      const changed = await addPublicKey(principal, owner, id, publicKey, hours === 0, now);
      if (!changed) throw fail('KeyNotFound');
      // Its text is as before, and nobody has asked for it.
      return { ...changed, api_key: hiddenText };
    }
    const { scopes } = principal;
    const known = scopes && !mayFill(scopes) ? await getApiKey(owner, id) : undefined;
    // A new text of a key that changes rows is as good as a new key that does.
    if (known?.changes_rows) throw fail('Forbidden');
    const key = await rotateApiKey(principal, owner, id, hours * 3600, now);
    if (!key) throw fail('KeyNotFound');
    return showNewKey(principal, key);
  }),
);
