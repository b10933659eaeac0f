import { lambda } from '#core/request/lambda.ts';
import { admin } from '#functions/people/index.ts';
import { organizations } from '#shared/contract/organizations.ts';
import { changeOrganizationName } from '../change-organization-name.ts';

export const handler = lambda(
  organizations,
  'update-organization',
  admin,
  ({ body, principal, now }) => changeOrganizationName(principal, body, now),
);
