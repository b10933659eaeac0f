import { lambda } from '#core/request/lambda.ts';
import { admin, listManagementKeys, listTeam } from '#functions/people/index.ts';
import { managementKeys } from '#shared/contract/management-keys.ts';

export const handler = lambda(
  managementKeys,
  'list-management-keys',
  admin,
  async ({ principal, now }) => {
    const team = await listTeam(principal.orgId);
    return { items: await listManagementKeys(principal.orgId, team, now) };
  },
);
