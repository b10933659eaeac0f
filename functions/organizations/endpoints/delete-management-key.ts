import { lambda } from '#core/request/lambda.ts';
import { removeKeysMadeBy } from '#functions/indexes/index.ts';
import { admin, removeManagementKey } from '#functions/people/index.ts';
import { managementKeys } from '#shared/contract/management-keys.ts';

export const handler = lambda(
  managementKeys,
  'delete-management-key',
  admin,
  async ({ params: { key_id: id }, query, principal, now, fail }) => {
    // First, so that it makes no more.
    const isRemoved = await removeManagementKey(principal, id, now);
    const made = query.made_keys === 'delete' && (await removeKeysMadeBy(principal, id, now));
    // A call that was cut short may have revoked it before.
    const isDone = isRemoved || (made && made.deleted.length + made.kept.length > 0);
    if (!isDone) throw fail('KeyNotFound');
    return { id, ...(made && { deleted_keys: made.deleted, kept_keys: made.kept }) };
  },
);
