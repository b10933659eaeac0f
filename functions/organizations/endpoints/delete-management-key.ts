import { lambda } from '#core/request/lambda.ts';
import { admin, removeManagementKey } from '#functions/people/index.ts';
import { managementKeys } from '#shared/contract/management-keys.ts';

export const handler = lambda(
  managementKeys,
  'delete-management-key',
  admin,
  async ({ params, principal, now, fail }) => {
    const isRemoved = await removeManagementKey(principal, params.key_id, now);
    if (!isRemoved) throw fail('KeyNotFound');
    return { id: params.key_id };
  },
);
