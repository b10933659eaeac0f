import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, inject, test } from 'vitest';
import type { Client } from '#shared/client.ts';
import { contract, type EndpointName } from '#shared/contract/contract.ts';
import { signIn, waitForMail } from '#tests/api/support/cognito.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import {
  anonymous,
  clientOf,
  invite,
  type Member,
  newAddress,
  newAdmin,
  newMember,
  origin,
} from '#tests/api/support/people.ts';
import { setUpApp, signInWithApp, switchApp } from './authenticator.ts';

const confirm = (call: Client) => call('confirm-second-factor', { body: {} });

const require = (call: Client, { orgId, authUserId }: Member, required = true) =>
  call('require-second-factor', { body: { org_id: orgId, auth_user_id: authUserId, required } });

const keysOf = (call: Client) => call('get-organization', { query: {} });

/** Somebody who has an app, in a session that began with its code. */
async function withApp(person: Member, isAnother = false) {
  const key = await setUpApp(person.accessToken, isAnother);
  await confirm(person.call);
  const session = await signInWithApp(person, key);
  expect(await confirm(session.call)).toEqual({ on: true, confirmed: true });
  return { key, ...session };
}

/** The admin of an organization that requires a second factor. */
async function newStrictAdmin() {
  const admin = await newAdmin();
  const session = await withApp(admin);
  await require(session.call, admin);
  return { ...admin, ...session, old: admin };
}

const team = async (viewer: Member) => (await viewer.call('list-users', { query: {} })).items;

/** What the operator's command does: `npm run staff -- reset-second-factor`. */
async function resetSecondFactor(email: string): Promise<void> {
  const { endpoint, region, credentials } = inject('installation');
  const { FunctionError } = await new LambdaClient({ endpoint, region, credentials }).send(
    new InvokeCommand({
      FunctionName: 'antecede-local-reset-second-factor',
      Payload: JSON.stringify({ email }),
    }),
  );
  expect(FunctionError).toBeUndefined();
}

test('admins need a second factor themselves to require it, and the trail says who did', async () => {
  const admin = await newAdmin();
  await expectFailure(require(admin.call, admin), 'SecondFactorRequired');
  const { call } = await withApp(admin);
  await require(call, admin);
  await require(call, admin, false);
  const { items } = await call('list-audit', { query: { org_id: admin.orgId } });
  const changes = items.filter(({ action }) => action === 'organization.second-factor-changed');
  expect(changes.map(({ details }) => details.required)).toEqual(['no', 'yes']);
  expect(changes[0]!.person.email).toBe(admin.email);
});

/** An endpoint of each kind of access. `functions/people/callers.test.ts` says which endpoints have another resolver. */
const guarded: EndpointName[] = [
  'get-organization',
  'list-index-keys',
  'list-audit',
  'get-subscription',
  'list-reminders',
  'create-chat-thread',
];

test('a session from before the requirement reaches nothing of the organization', async () => {
  const { old, call, orgId, authUserId, email } = await newStrictAdmin();
  expect(await keysOf(call)).toMatchObject({ item_id: orgId });
  const answers = await Promise.all(
    guarded.map(async (name) => {
      const { method, path } = contract[name];
      const answer = await fetch(origin() + path, {
        method,
        headers: { authorization: `Bearer ${old.idToken}`, 'content-type': 'application/json' },
        body: method === 'GET' ? null : '{}',
      });
      return ((await answer.json()) as { Code?: string }).Code;
    }),
  );
  expect(answers).toEqual(guarded.map(() => 'SecondFactorRequired'));

  const self = await old.call('get-user', { query: {} });
  expect(self).toMatchObject({ email, lacks_second_factor: true });
  expect(self.organization ?? self.subscription).toBeUndefined();
  const invitation = invite({ ...old, orgId }, newAddress());
  await expectFailure(invitation, 'SecondFactorRequired');
  const roleChange = { email, user_id: 'x', role: 'member', auth_user_id: authUserId } as const;
  await expectFailure(old.call('update-user', { body: roleChange }), 'SecondFactorRequired');
  expect(await confirm(old.call)).toEqual({ on: true, confirmed: false });
});

test('invited members set up an app first, and keys keep working meanwhile', async () => {
  const admin = await newStrictAdmin();
  const member = await newMember(admin);
  await expectFailure(keysOf(member.call), 'SecondFactorRequired');
  const { apis } = await keysOf(admin.call);
  const apiKey = apis.arxiv_api_keys[0]!.api_key;
  await anonymous()('query-index', {
    params: { index_id: 'arxiv' },
    body: { request: { conceptFeaturesString: 'galaxies' } },
    apiKey,
  });
  const withoutApp = (await team(admin)).find(({ email }) => email === member.email);
  expect(withoutApp?.second_factor).toBe(false);
  const { call } = await withApp(member);
  expect(await keysOf(call)).toMatchObject({ item_id: admin.orgId });
  await expectFailure(keysOf(member.call), 'SecondFactorRequired');
  expect((await team(admin)).every(({ second_factor }) => second_factor)).toBe(true);
});

test('who removes the app at the user pool is refused at the next sign-in, also after setting one up again', async () => {
  const admin = await newStrictAdmin();
  await switchApp(admin.accessToken, false);
  const { IdToken, AccessToken } = await signIn(origin(), admin);
  const byPassword = clientOf(IdToken);
  await expectFailure(keysOf(byPassword), 'SecondFactorRequired');
  expect(await confirm(byPassword)).toEqual({ on: false, confirmed: false });
  for (const told of [/^An authenticator app was added/, /^The authenticator app was removed/]) {
    await waitForMail(origin(), admin.email, told);
  }
  // No session counts any more.
  await expectFailure(keysOf(admin.call), 'SecondFactorRequired');
  const key = await setUpApp(AccessToken, true);
  for (const call of [byPassword, admin.call]) {
    expect(await confirm(call)).toEqual({ on: true, confirmed: false });
  }
  const { call } = await signInWithApp(admin, key);
  await expectFailure(keysOf(call), 'SecondFactorRequired');
  await confirm(call);
  expect(await keysOf(call)).toMatchObject({ item_id: admin.orgId });
});

test('a confirmation is for one session only, and other organizations are not affected', async () => {
  const [admin, other] = [await newStrictAdmin(), await newAdmin()];
  await expectFailure(require(admin.call, other, false), 'NotFound');
  await keysOf(other.call);
  const { call } = await signInWithApp(admin, admin.key);
  await expectFailure(keysOf(call), 'SecondFactorRequired');
});

test('the operator lets somebody in who has lost the app: all sessions end, and a new app is set up', async () => {
  const admin = await newStrictAdmin();
  await resetSecondFactor(admin.email.toUpperCase());
  await expectFailure(keysOf(admin.call), 'Unauthenticated');
  const tokens = await signIn(origin(), admin);
  const session = { idToken: tokens.IdToken, accessToken: tokens.AccessToken };
  const byPassword = { ...admin, ...session, call: clientOf(tokens.IdToken) };
  await expectFailure(keysOf(byPassword.call), 'SecondFactorRequired');
  const { call } = await withApp(byPassword, true);
  const { items } = await call('list-audit', { query: { org_id: admin.orgId } });
  expect(items[0]).toMatchObject({
    action: 'member.second-factor-reset',
    person: { full_name: 'Antecede staff' },
    object: { name: admin.email },
  });
});
