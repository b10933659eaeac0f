import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#shared/contract/users.ts';
import { acceptInvitation, readMailbox, signIn, waitForMail } from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import {
  accept,
  invite,
  type Member,
  newAddress,
  newAdmin,
  newMember,
  newUser,
  origin,
  type Person,
  temporaryPassword,
} from './support/people.ts';

const team = async (member: Member) => (await member.call('list-users', { query: {} })).items;

const find = async (viewer: Member, email: string) =>
  (await team(viewer)).find((member) => member.email === email);

async function changeRole(admin: Member, email: string, role: Role) {
  const { user_id } = (await find(admin, email))!;
  const body = { email, user_id, role, auth_user_id: admin.authUserId };
  return admin.call('update-user', { body });
}

const remove = (admin: Member, email: string) =>
  admin.call('remove-user', {
    body: { username: email, org_id: admin.orgId, auth_user_id: admin.authUserId },
  });

const roleOf = async (person: Person) => (await person.call('get-user', { query: {} })).role;

describe('a team', () => {
  test('is listed by address, in pages, with roles and states', async () => {
    const admin = await newAdmin();
    const pending = newAddress();
    await invite(admin, pending);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await admin.call('list-users', { query: { limit: 1, cursor } });
      expect(page.items.length).toBeLessThanOrEqual(1);
      seen.push(...page.items.map(({ email }) => email));
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual([admin.email, pending].toSorted());
    expect(await find(admin, admin.email)).toMatchObject({ role: 'admin', status: 'CONFIRMED' });
    expect(await find(admin, pending)).toMatchObject({ role: 'member', status: 'PENDING' });
  });

  test('of another organization does not exist', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const query = { org_id: other.orgId };
    await expectFailure(admin.call('list-users', { query }), 'NotFound');
  });
});

describe('an invitation', () => {
  test('makes its recipient a member at the first sign-in', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    expect(await find(member, member.email)).toMatchObject({
      full_name: 'Grace Hopper',
      role: 'member',
      status: 'CONFIRMED',
    });
    await member.call('get-organization', { query: { org_id: admin.orgId } });
  });

  test('is refused for somebody who is in the team already', async () => {
    const admin = await newAdmin();
    const email = newAddress();
    await invite(admin, email.toUpperCase());
    for (const taken of [email, admin.email]) {
      const failure = await expectFailure(invite(admin, taken), 'UserInOrganization');
      expect(failure.message).toBe('This user is already in the organization.');
    }
  });

  test('is sent again with a new password, and only while it is pending', async () => {
    const admin = await newAdmin();
    const email = newAddress();
    await invite(admin, email, { role: 'admin' });
    const organization = await admin.call('get-organization', { query: {} });
    const invitedBy = `${admin.name} invites you to the organization “${organization.name}” at Antecede.`;
    const invitations = async () =>
      (await readMailbox(origin())).filter(
        ({ to, text }) => to === email && text.includes(invitedBy),
      );
    expect(await invitations()).toHaveLength(1);
    const first = await temporaryPassword(email);
    expect(await invite(admin, email, { resend: true })).toMatchObject({ role: 'admin' });
    expect(await temporaryPassword(email)).not.toBe(first);
    expect(await invitations()).toHaveLength(2);
    const refused = acceptInvitation(origin(), email, first, 'A-password-of-mine');
    await expect(refused).rejects.toThrow(/Incorrect username or password/);
    expect(await roleOf(await accept(admin, email))).toBe('admin');
    await expectFailure(invite(admin, email, { resend: true }), 'UserInOrganization');
  });

  test('to somebody with an account elsewhere looks the same and changes nothing', async () => {
    const [admin, elsewhere, alone] = [await newAdmin(), await newAdmin(), await newUser()];
    const fresh = newAddress();
    const expected = await invite(admin, fresh);
    for (const person of [elsewhere, alone]) {
      const before = await person.call('get-user', { query: {} });
      const { user_id, email, ...answer } = await invite(admin, person.email);
      expect({ ...expected, ...answer }).toEqual(expected);
      expect([email, user_id.length]).toEqual([person.email, expected.user_id.length]);
      await waitForMail(origin(), person.email, /^You were invited to an organization/);
      expect(await person.call('get-user', { query: {} })).toEqual(before);
      // All later actions on this invitation look the same too.
      await expectFailure(invite(admin, person.email), 'UserInOrganization');
      await changeRole(admin, person.email, 'admin');
      expect(await invite(admin, person.email, { resend: true })).toMatchObject({ user_id });
      expect(await find(admin, person.email)).toMatchObject({ role: 'admin', status: 'PENDING' });
      await remove(admin, person.email);
      expect(await find(admin, person.email)).toBeUndefined();
      expect(await person.call('get-user', { query: {} })).toEqual(before);
      await signIn(origin(), person);
    }
    const mails = await readMailbox(origin(), alone.email);
    const told = mails.filter(({ subject }) => /invited/.test(subject));
    expect(told, 'one mail a day').toHaveLength(1);
  });

  test('to a taken address can be repeated when the address is free', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const email = newAddress();
    await invite(other, email);
    await invite(admin, email);
    await remove(other, email);
    await invite(admin, email, { resend: true });
    const member = await accept(admin, email);
    expect(await team(member)).toHaveLength(2);
  });

  test('is only for admins of the organization, in their own name', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const member = await newMember(admin);
    await expectFailure(invite(member, newAddress()), 'Forbidden');
    const [orgId, authUserId] = [other.orgId, other.authUserId];
    await expectFailure(invite({ ...admin, orgId }, newAddress()), 'NotFound');
    await expectFailure(invite({ ...admin, authUserId }, newAddress()), 'Forbidden');
    const alone = { ...(await newUser()), orgId: admin.orgId };
    await expectFailure(invite(alone, newAddress()), 'NoOrganization');
  });
});

describe('a role', () => {
  let admin: Member;
  let member: Member;
  beforeAll(async () => {
    admin = await newAdmin();
    member = await newMember(admin);
  });

  test('takes effect with the next request, even with an old token', async () => {
    expect(await changeRole(admin, member.email, 'admin')).toMatchObject({ role: 'admin' });
    await invite(member, newAddress());
    await changeRole(admin, member.email, 'member');
    await expectFailure(invite(member, newAddress()), 'Forbidden');
  });

  test('cannot be changed by members, or by admins for themselves', async () => {
    await expectFailure(changeRole(member, member.email, 'admin'), 'Forbidden');
    await expectFailure(changeRole(admin, admin.email, 'member'), 'OwnMembership');
    expect(await roleOf(admin)).toBe('admin');
  });

  test('of another organization’s member cannot be changed', async () => {
    const other = await newAdmin();
    const { user_id } = (await find(admin, member.email))!;
    const own = await invite(other, newAddress());
    const body = { email: member.email, user_id, role: 'admin' as const };
    for (const target of [body, { ...body, email: own.email }]) {
      const call = other.call('update-user', {
        body: { ...target, auth_user_id: other.authUserId },
      });
      await expectFailure(call, 'MemberNotFound');
    }
    expect(await roleOf(member)).toBe('member');
  });
});

test('if two admins demote or remove each other at the same time, one remains', async () => {
  for (const act of [
    (by: Member, whom: Member) => changeRole(by, whom.email, 'member'),
    (by: Member, whom: Member) => remove(by, whom.email),
  ]) {
    const first = await newAdmin();
    const second = await newMember(first, 'admin');
    await Promise.allSettled([act(first, second), act(second, first)]);
    const left = await Promise.allSettled([team(first), team(second)]);
    const [lists] = left.filter((list) => list.status === 'fulfilled');
    expect(lists!.value.filter(({ role }) => role === 'admin')).toHaveLength(1);
  }
});

describe('a removal', () => {
  test('takes effect at once, and deletes the account', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    expect(await remove(admin, member.email)).toMatchObject({ full_name: 'Grace Hopper' });
    await expectFailure(member.call('get-organization', { query: {} }), 'UserNotFound');
    await expect(signIn(origin(), member)).rejects.toThrow(/Incorrect username or password/);
    // The token is valid for another hour, but every request is refused.
    const body = {
      full_name: 'Ghost',
      email: member.email,
      auth_user_id: member.authUserId,
      type: 'sign_up' as const,
    };
    await expectFailure(member.call('create-user', { body }), 'Unauthenticated');
    expect(await team(admin)).toHaveLength(1);
    await accept(admin, (await invite(admin, member.email)).email);
  });

  test('is only for admins, for other members of their own team', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const member = await newMember(admin);
    await expectFailure(remove(member, admin.email), 'Forbidden');
    await expectFailure(remove(admin, admin.email), 'OwnMembership');
    await expectFailure(remove(other, member.email), 'MemberNotFound');
    await expectFailure(remove({ ...other, orgId: admin.orgId }, member.email), 'NotFound');
    const authUserId = admin.authUserId;
    await expectFailure(remove({ ...other, authUserId }, member.email), 'Forbidden');
    expect(await team(admin)).toHaveLength(2);
  });
});

describe('update-user', () => {
  test('changes the own name', async () => {
    const person = await newUser();
    const body = { auth_user_id: person.authUserId, full_name: ' Ada King ' };
    expect(await person.call('update-user', { body })).toMatchObject({ full_name: 'Ada King' });
    expect(await person.call('get-user', { query: {} })).toMatchObject({ full_name: 'Ada King' });
  });

  test('changes only the own record and only the given fields', async () => {
    const [person, other] = [await newUser(), await newUser()];
    const own = { auth_user_id: person.authUserId };
    const foreign = { auth_user_id: other.authUserId, full_name: 'Mallory' };
    await expectFailure(person.call('update-user', { body: foreign }), 'Forbidden');
    await expectFailure(person.call('update-user', { body: own }), 'InvalidRequest');
    const surplus = { ...own, full_name: 'Ada', org_id: 'org_other' };
    await expectFailure(person.call('update-user', { body: surplus }), 'InvalidRequest');
  });

  test('renames the organization of an admin, as PUT organizations does', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const member = await newMember(admin);
    const rename = (by: Member, org_name: string, org_id?: string) =>
      by.call('update-user', { body: { auth_user_id: by.authUserId, org_name, org_id } });
    await expectFailure(rename(member, 'Mutiny'), 'Forbidden');
    await expectFailure(rename(admin, 'Acme', other.orgId), 'NotFound');
    await expectFailure(rename(admin, 'abc'), 'OrganizationNameTooShort');
    await rename(admin, 'Acme of users');
    const { organization } = await member.call('get-user', { query: {} });
    expect(organization).toMatchObject({ name: 'Acme of users' });
  });
});

describe('the role in the identity token', () => {
  const roleInToken = async (person: Person) =>
    decodeJwt((await signIn(origin(), person)).IdToken)['custom:role'];

  test('is that of the record', async () => {
    const user = await newUser();
    expect(await roleInToken(user)).toBeUndefined();
    const admin = await newAdmin();
    expect(await roleInToken(admin)).toBe('admin');
    const member = await newMember(admin);
    expect(await roleInToken(member)).toBe('member');
    await changeRole(admin, member.email, 'admin');
    expect(await roleInToken(member)).toBe('admin');
  });
});

describe('update-organization', () => {
  const rename = (by: Member, name: string, orgId = by.orgId) =>
    by.call('update-organization', {
      body: { org_id: orgId, auth_user_id: by.authUserId, org_name: name },
    });

  test('renames it for everybody', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    expect(await rename(admin, ' Difference Engines ')).toMatchObject({
      item_id: admin.orgId,
      name: 'Difference Engines',
    });
    const { name } = await member.call('get-organization', { query: {} });
    expect(name).toBe('Difference Engines');
    const refused = await expectFailure(rename(member, 'Mine'), 'Forbidden');
    expect(refused.message).toBe('Unauthorized request!');
  });

  test('requires at least 4 characters and the own organization', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    await expectFailure(rename(admin, ' abc '), 'OrganizationNameTooShort');
    await expectFailure(rename(admin, 'Taken over', other.orgId), 'NotFound');
  });
});
