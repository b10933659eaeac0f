import { changeOrganizationName } from '#functions/domain/change-organization-name.ts';
import { admin } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { organizations } from '#shared/contract/organizations.ts';

export const handler = lambda(
  organizations,
  'update-organization',
  admin,
  ({ body, principal, now }) => changeOrganizationName(principal, body, now),
);
