import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Client, createClient } from '#shared/client.ts';
import { type Credentials, signIn, signUp } from './cognito.ts';

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

/** Somebody new with a confirmed account who is signed in, and has no user record yet. */
async function newAccountAt(baseUrl: string, name = 'Ada Byron'): Promise<Person> {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
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
async function newUserAt(baseUrl: string): Promise<Person> {
  const person = await newAccountAt(baseUrl);
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

/** The admin of a new organisation. */
export async function newAdminAt(baseUrl: string): Promise<Member> {
  const person = await newUserAt(baseUrl);
  const { item_id } = await person.call('create-organization', {
    body: { name: 'Analytical Engines' },
  });
  return { ...person, orgId: item_id };
}

/** The same three on the stack that the tests of `tests/api` share. */
export const newAccount = () => newAccountAt(origin());
export const newUser = () => newUserAt(origin());
export const newAdmin = () => newAdminAt(origin());
