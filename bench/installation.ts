import { randomBytes } from 'node:crypto';
import type { Cloud } from '#local/cloud.ts';
import { type Client, createClient } from '#shared/client.ts';
import { signIn, signUp } from '#tests/api/support/cognito.ts';
import { startOwnCloud } from '#tests/api/support/own-cloud.ts';

/** A local stack inside this process, in a folder of its own, with an organisation and its admin. */
export interface Installation {
  cloud: Cloud;
  folder: string;
  call: Client;
  orgId: string;
  email: string;
  idToken: string;
  close(): Promise<void>;
}

export async function openInstallation(): Promise<Installation> {
  const { cloud, dataDir, close } = await startOwnCloud();
  const email = 'bench@example.com';
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const authUserId = await signUp(cloud.origin, { email, password, name: 'Bench' });
  const { IdToken: idToken } = await signIn(cloud.origin, { email, password });
  const call = createClient({
    fetch: (url, init) => fetch(url, init as RequestInit),
    baseUrl: cloud.origin,
    getToken: async () => idToken,
  });
  await call('create-user', {
    body: { full_name: 'Bench', email, auth_user_id: authUserId, type: 'sign_up' },
  });
  const { item_id: orgId } = await call('create-organization', { body: { name: 'Bench' } });
  return { cloud, folder: dataDir, call, orgId, email, idToken, close };
}
