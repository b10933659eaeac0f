import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Claiming } from '#core/request/claimed-org-id.ts';
import { type Fail, lambda } from '#core/request/lambda.ts';
import { mailboxOf } from '#core/request/mailbox-of.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry, recordEvent } from '#core/storage/audit.ts';
import { enqueueMail, noteMailedFor } from '#functions/mail/index.ts';
import {
  account,
  createInvitedAccount,
  findAccount,
  findMember,
  getOrganization,
  getUser,
  type InvitedBy,
  isClosing,
  type MemberPrincipal,
  type MemberRecord,
  mailTotalOf,
  putInvited,
  putNewUser,
  renewInvitation,
  requireAdmin,
  requireOwnOrganization,
  requireSelf,
  type TokenPrincipal,
  type UserRecord,
  userOf,
} from '#functions/people/index.ts';
import { type Invitation, type TeamMember, users } from '#shared/contract/users.ts';
import { noteRole } from '../note-role.ts';
import { toTeamMember } from '../to-team-member.ts';

/**
 * Longer than the user pool takes to create an account and send its mail, so that the time does not reveal
 * whether it did.
 */
const inviteFloorMs = 1000;

export const handler = lambda(
  users,
  'create-user',
  account,
  async ({ body, principal, now, fail }) => {
    if (body.type === 'sign_up') return signUp(principal, body, now, fail);
    const admin = requireAdmin(await userOf(principal));
    const [member] = await Promise.all([
      inviteMember(admin, body, now, fail),
      sleep(inviteFloorMs),
    ]);
    return member;
  },
);

interface SignUp {
  full_name: string;
  email: string;
  auth_user_id: string;
  type: 'sign_up';
}

async function signUp(
  principal: TokenPrincipal,
  body: SignUp,
  now: Date,
  fail: Fail<'create-user'>,
): Promise<UserRecord> {
  requireSelf(principal, { authUserId: body.auth_user_id, email: body.email });
  await requireAttempt('account', principal.authUserId, now);
  // A token outlives its account. Somebody who was removed from a team must not use it to return.
  const [account, closing] = await Promise.all([
    findAccount(principal.authUserId),
    isClosing(principal.authUserId),
  ]);
  if (!account?.enabled || closing) throw fail('Unauthenticated');
  const user: UserRecord = {
    item_id: newId('usr'),
    auth_user_id: principal.authUserId,
    email: principal.email,
    full_name: body.full_name,
    email_verified: principal.emailVerified,
    type: body.type,
    created_at: now.toISOString(),
  };
  if (!(await putNewUser(user))) throw fail('UserExists');
  return user;
}

/**
 * Invites somebody into the organization of an admin, or mails a pending invitation again.
 *
 * The answer does not reveal whether the address has an account elsewhere. In that case the invitation also
 * appears in the team, but stays pending under an id that nobody can sign in with, and a mail informs the
 * owner of the account. Throws `UserInOrganization`.
 */
async function inviteMember(
  admin: MemberPrincipal,
  invitation: Claiming<Invitation>,
  now: Date,
  fail: Fail<'create-user'>,
): Promise<TeamMember> {
  const { orgId } = admin;
  requireOwnOrganization(admin, invitation.org_id);
  requireSelf(admin, { authUserId: invitation.auth_user_id });
  // Each invitation may send an unwanted mail, so all are limited, whether or not the address has an account.
  await requireAttempt('invite', `${orgId} ${mailboxOf(invitation.email)}`, now);
  const known = await findMember(orgId, invitation.email);
  if (known && (known.email_verified || !invitation.resend)) {
    throw fail('UserInOrganization');
  }
  const organization = await getOrganization(orgId);
  if (!organization) throw fail('NotFound');
  const total = { kind: mailTotalOf(organization, now), whose: orgId } as const;
  await requireAttempt(total.kind, orgId, now);
  await noteMailedFor(invitation.email, total, now);
  const from = { inviter: admin.user.full_name, organization: organization.name };
  const authUserId = await openAccount(orgId, invitation, from, fail);
  const renewed = known && (!authUserId || authUserId === known.auth_user_id);
  const member = renewed ? known : newMember(orgId, authUserId ?? randomUUID(), invitation, now);
  const event = {
    action: 'member.invited',
    object: { id: member.item_id, name: member.email },
    details: { role: member.role, ...(known && { again: 'yes' }) },
  } as const;
  if (renewed) {
    await recordEvent(admin, event, now);
  } else {
    const change = await putInvited(admin, member, known, auditEntry(admin, event, now));
    if (change === 'not-admin') throw fail('Forbidden');
    if (change === 'refused') throw fail('UserInOrganization');
  }
  if (authUserId) await noteRole(member);
  else await tellOwner(orgId, invitation.email, now);
  return toTeamMember(member);
}

/** Id of the invited person's new account; `undefined` if the address has an account already. */
async function openAccount(
  orgId: string,
  { email, full_name, resend }: Pick<Invitation, 'email' | 'full_name' | 'resend'>,
  from: InvitedBy,
  fail: Fail<'create-user'>,
): Promise<string | undefined> {
  const created = await createInvitedAccount(email, full_name, from);
  if (created) return created;
  const account = await findAccount(email);
  if (!account) throw fail('Busy');
  // The account is being deleted; soon the address is free.
  if (await isClosing(account.authUserId)) throw fail('Busy');
  const record = await getUser(account.authUserId);
  if (record?.org_id === orgId) {
    if (!resend || !account.invited) throw fail('UserInOrganization');
  } else if (record || !account.invited) {
    return undefined;
  }
  // Also if an earlier invitation was interrupted before its record was written.
  await renewInvitation(email, from);
  return account.authUserId;
}

function newMember(
  orgId: string,
  authUserId: string,
  { email, full_name, role }: Pick<Invitation, 'email' | 'full_name' | 'role'>,
  now: Date,
): MemberRecord {
  return {
    item_id: newId('usr'),
    auth_user_id: authUserId,
    email,
    full_name,
    email_verified: false,
    type: 'invite',
    role,
    org_id: orgId,
    created_at: now.toISOString(),
  };
}

/** At most once a day for an organization: an invitation must not become a way to flood a mailbox. */
async function tellOwner(orgId: string, email: string, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  // The key is stored for weeks, so it must not contain the address.
  const addressHash = createHash('sha256').update(email).digest('base64url');
  await enqueueMail({
    template: 'invitation-elsewhere',
    to: email,
    dedupeKey: `invitation-elsewhere:${orgId}:${addressHash}:${day}`,
    data: {},
  });
}
