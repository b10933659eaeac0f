import type { MemberRecord } from '#functions/people/index.ts';
import type { TeamMember } from '#shared/contract/users.ts';

/** A person for the team list, without the account's id, which only the server and the person need. */
export function toTeamMember(record: MemberRecord): TeamMember {
  return {
    user_id: record.item_id,
    email: record.email,
    full_name: record.full_name,
    role: record.role,
    status: record.email_verified ? 'CONFIRMED' : 'PENDING',
    second_factor: record.second_factor_since !== undefined,
  };
}
