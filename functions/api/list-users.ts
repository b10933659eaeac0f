import { toTeamMember } from '#functions/organizations/to-team-member.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/runtime/paging.ts';
import { requireOwnOrganization } from '#functions/runtime/principal.ts';
import { listMembers } from '#functions/store/members.ts';

export const handler = lambda('list-users', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  const after = decodeCursor(query.cursor);
  const { records, next } = await listMembers(principal.orgId, query.limit, after);
  return { items: records.map(toTeamMember), next: encodeCursor(next) };
});
