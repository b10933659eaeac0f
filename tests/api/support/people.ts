import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Client, createClient } from '#shared/client.ts';
import type { Role, TeamMember } from '#shared/contract/users.ts';
import { acceptInvitation, type Credentials, signIn, signUp, waitForMail } from './cognito.ts';

/** Where the stack under test answers. */
export const origin = () => inject('origin');

/** A client of a stack that sends this identity token, or none. */
export const clientAt = (baseUrl: string, token?: string): Client =>
  createClient({
    fetch: (url, init) => fetch(url, init as RequestInit),
    baseUrl,
    getToken: async () => token,
  });

/** The same for the stack under test. */
export const clientOf = (token?: string) => clientAt(origin(), token);

export const anonymous = () => clientOf();

export interface Person extends Credentials {
  name: string;
  authUserId: string;
  idToken: string;
  accessToken: string;
  call: Client;
}

/** A new person with a confirmed account, signed in, without a user record. */
async function newAccountAt(
  baseUrl: string,
  email = newAddress(),
  name = 'Ada Byron',
): Promise<Person> {
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const authUserId = await signUp(baseUrl, { email, password, name });
  const { IdToken, AccessToken } = await signIn(baseUrl, { email, password });
  return {
    name,
    email,
    password,
    authUserId,
    idToken: IdToken,
    accessToken: AccessToken,
    call: clientAt(baseUrl, IdToken),
  };
}

/** The same with a user record. */
export async function newUserAt(baseUrl: string, email?: string): Promise<Person> {
  const person = await newAccountAt(baseUrl, email);
  await person.call('create-user', {
    body: {
      full_name: person.name,
      email: person.email,
      auth_user_id: person.authUserId,
      type: 'sign_up',
    },
  });
  return person;
}

export interface Member extends Person {
  orgId: string;
}

/** The admin of a new organization. */
export async function newAdminAt(baseUrl: string): Promise<Member> {
  const person = await newUserAt(baseUrl);
  const { item_id } = await person.call('create-organization', {
    body: { name: 'Analytical Engines' },
  });
  return { ...person, orgId: item_id };
}

/** The same three on the shared stack of `tests/api`. */
export const newAccount = () => newAccountAt(origin());
export const newUser = () => newUserAt(origin());
/** With an address of one's choice. */
export const newUserOf = (email: string) => newUserAt(origin(), email);
export const newAdmin = () => newAdminAt(origin());

export const newAddress = () => `${randomBytes(8).toString('hex')}@example.com`;

/** Invites somebody called Grace Hopper. */
export async function invite(
  admin: Member,
  email: string,
  { role, resend }: { role?: Role; resend?: boolean } = {},
): Promise<TeamMember> {
  const invited = await admin.call('create-user', {
    body: {
      email,
      full_name: 'Grace Hopper',
      type: 'invite',
      org_id: admin.orgId,
      auth_user_id: admin.authUserId,
      role,
      resend,
    },
  });
  if (!('user_id' in invited)) throw new Error('expected a member of the team');
  return invited;
}

/** The temporary password in the newest invitation to an address. */
export async function temporaryPassword(email: string): Promise<string> {
  const { text } = await waitForMail(origin(), email, /^Your invitation to Antecede$/);
  return /^\s*(\S{12,})\s*$/m.exec(text)![1]!;
}

/** An invited person who has signed in. */
export async function newMember(admin: Member, role: Role = 'member'): Promise<Member> {
  const email = newAddress();
  await invite(admin, email, { role });
  return accept(admin, email);
}

/** Signs in by the newest invitation to an address. */
export async function accept({ orgId }: Member, email: string): Promise<Member> {
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const tokens = await acceptInvitation(origin(), email, await temporaryPassword(email), password);
  const call = clientOf(tokens.IdToken);
  const claims = JSON.parse(Buffer.from(tokens.IdToken.split('.')[1]!, 'base64url').toString());
  await call('update-user', { body: { auth_user_id: claims.sub, email_verified: true } });
  return {
    name: 'Grace Hopper',
    email,
    password,
    orgId,
    authUserId: claims.sub,
    call,
    idToken: tokens.IdToken,
    accessToken: tokens.AccessToken,
  };
}
