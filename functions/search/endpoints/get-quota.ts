import { lambda } from '#core/request/lambda.ts';
import { getOrganization, member } from '#functions/people/index.ts';
import { usage } from '#shared/contract/usage.ts';
import { usedToday } from '../used-today.ts';

export const handler = lambda(usage, 'get-quota', member, async ({ principal, now, fail }) => {
  const organization = await getOrganization(principal.orgId);
  if (!organization) throw fail('NotFound');
  return usedToday(organization, now);
});
