import { lambda } from '#core/request/lambda.ts';
import { member, requireOwnOrganization } from '#functions/people/index.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import { rotateApiKey } from '../index-keys.ts';
import { requireKeyOwner } from '../require-key-owner.ts';
import { showNewKey } from '../shown-keys.ts';

export const handler = lambda(
  indexKeys,
  'rotate-index-key',
  member,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    const owner = await requireKeyOwner(principal, body.index);
    const overlapSeconds = body.overlap_hours * 3600;
    const key = await rotateApiKey(principal, owner, body.api_key_id, overlapSeconds, now);
    if (!key) throw fail('KeyNotFound');
    return showNewKey(principal, key);
  },
);
