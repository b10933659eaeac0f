import { lambda } from '#core/request/lambda.ts';
import { once } from '#core/request/once.ts';
import { addManagementKey, admin } from '#functions/people/index.ts';
import { managementKeys } from '#shared/contract/management-keys.ts';

export const handler = lambda(
  managementKeys,
  'create-management-key',
  admin,
  once('create-management-key', async ({ body, principal, now, fail }) => {
    const made = await addManagementKey(principal, body, now);
    if (!made) throw fail('TooManyManagementKeys');
    return made;
  }),
);
