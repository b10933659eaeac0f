import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { listMembers, member, requireOwnOrganization } from '#functions/people/index.ts';
import { users } from '#shared/contract/users.ts';
import { toTeamMember } from '../to-team-member.ts';

export const handler = lambda(users, 'list-users', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  const after = decodeCursor(query.cursor);
  const { records, next } = await listMembers(principal.orgId, query.limit, after);
  return { items: records.map(toTeamMember), next: encodeCursor(next) };
});
