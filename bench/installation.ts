import { randomBytes } from 'node:crypto';
import type { Assembly } from '#local/assembly/load-assembly.ts';
import { type Client, createClient } from '#shared/client.ts';
import { signIn, signUp } from '#tests/api/support/cognito.ts';
import { assemblyOf, close, type Stack, startStack } from '#tests/support/stack.ts';

/** A local stack in a process and a folder of its own, with an organisation and its admin. */
export interface Installation {
  stack: Stack;
  /** What is deployed on it. */
  assembly: Assembly;
  call: Client;
  orgId: string;
  email: string;
  idToken: string;
  close(): Promise<void>;
}

export async function openInstallation(): Promise<Installation> {
  const stack = await startStack();
  const email = 'bench@example.com';
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const authUserId = await signUp(stack.origin, { email, password, name: 'Bench' });
  const { IdToken: idToken } = await signIn(stack.origin, { email, password });
  const call = createClient({
    fetch: (url, init) => fetch(url, init as RequestInit),
    baseUrl: stack.origin,
    getToken: async () => idToken,
  });
  await call('create-user', {
    body: { full_name: 'Bench', email, auth_user_id: authUserId, type: 'sign_up' },
  });
  const { item_id: orgId } = await call('create-organization', { body: { name: 'Bench' } });
  return {
    stack,
    assembly: await assemblyOf(stack),
    call,
    orgId,
    email,
    idToken,
    close: () => close(stack),
  };
}
