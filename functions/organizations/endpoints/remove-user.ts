import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { departed } from '#functions/datasets/index.ts';
import {
  admin,
  closeAccount,
  closing,
  deleteMember,
  requireOwnOrganization,
  requireSelf,
} from '#functions/people/index.ts';
import { users } from '#shared/contract/users.ts';
import { requireOtherMember } from '../require-other-member.ts';
import { toTeamMember } from '../to-team-member.ts';

export const handler = lambda(
  users,
  'remove-user',
  admin,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { authUserId: body.auth_user_id });
    const member = await requireOtherMember(principal, body.username);
    // The record is deleted first: it decides what a token may do, and an account without it may do nothing.
    const object = { id: member.item_id, name: member.email };
    const entry = auditEntry(principal, { action: 'member.removed', object }, now);
    const removal = await deleteMember(principal, member, [
      entry,
      closing(member.auth_user_id, now),
      departed(principal.orgId, member.item_id, now),
    ]);
    if (removal === 'not-admin') throw fail('Forbidden');
    if (removal === 'refused') throw fail('MemberNotFound');
    await closeAccount(member.auth_user_id);
    return toTeamMember(member);
  },
);
