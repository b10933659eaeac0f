import { randomBytes } from 'node:crypto';
import type { Assembly } from '#local/assembly/load-assembly.ts';
import { type Client, createClient } from '#shared/client.ts';
import { signIn, signUp } from '#tests/api/support/cognito.ts';
import { assemblyOf, close, type Stack, startStack } from '#tests/support/stack.ts';

/** An organization and its admin. */
export interface Organization {
  call: Client;
  orgId: string;
  authUserId: string;
  email: string;
  password: string;
  idToken: string;
}

/** A local stack in a process and a folder of its own, with an organization. */
export interface Installation extends Organization {
  stack: Stack;
  /** What is deployed on it. */
  assembly: Assembly;
  close(): Promise<void>;
}

/** Signs up an admin and creates their organization. */
export async function newOrganization(origin: string, email: string): Promise<Organization> {
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const authUserId = await signUp(origin, { email, password, name: 'Bench' });
  const { IdToken: idToken } = await signIn(origin, { email, password });
  const call = createClient({
    fetch: (url, init) => fetch(url, init as RequestInit),
    baseUrl: origin,
    getToken: async () => idToken,
  });
  await call('create-user', {
    body: { full_name: 'Bench', email, auth_user_id: authUserId, type: 'sign_up' },
  });
  const { item_id: orgId } = await call('create-organization', { body: { name: 'Bench' } });
  return { call, orgId, authUserId, email, password, idToken };
}

/** @param environment of the process, beside what it has anyway */
export async function openInstallation(
  environment: Record<string, string> = {},
): Promise<Installation> {
  const stack = await startStack({ environment, functionsStay: false });
  const organization = await newOrganization(stack.origin, 'bench@example.com');
  const assembly = await assemblyOf(stack);
  const stop = () => close(stack);
  return { stack, assembly, ...organization, close: stop };
}
