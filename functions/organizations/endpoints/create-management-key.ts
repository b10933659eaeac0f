import { lambda } from '#core/request/lambda.ts';
import { addManagementKey, admin } from '#functions/people/index.ts';
import { managementKeys } from '#shared/contract/management-keys.ts';

export const handler = lambda(
  managementKeys,
  'create-management-key',
  admin,
  async ({ body, principal, now, fail }) => {
    const made = await addManagementKey(principal, body, now);
    if (!made) throw fail('TooManyManagementKeys');
    return made;
  },
);
