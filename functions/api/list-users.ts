import { toTeamMember } from '#functions/domain/to-team-member.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/request/paging.ts';
import { requireOwnOrganization } from '#functions/request/principal.ts';
import { listMembers } from '#functions/store/members.ts';
import { users } from '#shared/contract/users.ts';

export const handler = lambda(users, 'list-users', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  const after = decodeCursor(query.cursor);
  const { records, next } = await listMembers(principal.orgId, query.limit, after);
  return { items: records.map(toTeamMember), next: encodeCursor(next) };
});
