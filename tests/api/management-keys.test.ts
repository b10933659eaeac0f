/** Keys with which programs manage what an organization has, without a session. */
import { createCipheriv, createHash, hkdfSync } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ApiError } from '#shared/client.ts';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { allows, type ManagementScope, managementScopes } from '#shared/management-scopes.ts';
import { createIndex, upload } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { type Member, newAdmin, newMember } from './support/people.ts';
import { setAttributes } from './support/stores.ts';
import { type Request, requests } from './tenancy/requests.ts';
import { send } from './tenancy/send.ts';
import { newTenant, type Tenant } from './tenancy/tenant.ts';

const managed = endpointNames.flatMap((name) => {
  const { manages }: Endpoint = contract[name];
  return manages ? [{ name, manages }] : [];
});

const newKey = (admin: Member, scopes: ManagementScope[] = [...managementScopes], days?: number) =>
  admin.call('create-management-key', { body: { name: 'Nightly load', scopes, days } });

let tenant: Tenant;
beforeAll(async () => {
  tenant = await newTenant();
});

/** The answers to all calls that keys may make, by their endpoints. */
async function callAll(key: string, names = managed) {
  const answers = [];
  for (const { name, manages } of names) {
    for (const request of requests[name](tenant.objects.admin)) {
      answers.push({ name, manages, request, ...(await send(name, request, key)) });
    }
  }
  return answers;
}

const fails = ({ outcome }: Request) => outcome !== undefined;

test('a key does what its scopes say and nothing else', async () => {
  const narrow = await newKey(tenant.admin, ['datasets:read', 'indexes:read', 'keys:read']);
  for (const { name, manages, request, status, code } of await callAll(narrow.key)) {
    const may = manages === 'any' || allows(narrow.scopes, manages);
    expect(code ?? status, name).toBe(
      may ? (fails(request) ? request.outcome : 200) : 'KeyRestricted',
    );
  }
  const others: Record<string, ManagementScope[]> = {
    datasets: ['indexes:write', 'keys:write'],
    indexes: ['datasets:write', 'keys:write'],
    keys: ['datasets:write', 'indexes:write'],
  };
  for (const [area, scopes] of Object.entries(others)) {
    const { key } = await newKey(tenant.admin, scopes);
    const own = managed.filter(({ manages }) => manages.startsWith(area));
    for (const { name, code } of await callAll(key, own)) expect(code, name).toBe('KeyRestricted');
  }
});

test('nothing is open to a key that is unknown, has expired or was revoked, and to a session', async () => {
  const [expired, revoked] = await Promise.all([
    newKey(tenant.admin, undefined, 1),
    newKey(tenant.admin),
  ]);
  const hash = createHash('sha256').update(expired.key).digest('hex');
  const past = { expires_at: '2026-01-01T00:00:00.000Z' };
  await setAttributes('Accounts', [`MANAGEMENT-KEY#${hash}`, 'MANAGEMENT-KEY'], past);
  await tenant.admin.call('delete-management-key', { params: { key_id: revoked.id }, query: {} });
  for (const key of ['mk_none', expired.key, revoked.key]) {
    for (const { name, status } of await callAll(key)) expect(status, name).toBe(401);
  }
  // The gateway has not checked the token of a session here.
  for (const { name } of managed) {
    const { status } = await send(name, {}, tenant.admin.idToken, true);
    expect(status, name).toBe(401);
  }
  // And a key is no token where the gateway asks for one.
  const { key } = await newKey(tenant.admin);
  for (const { name } of managed) expect((await send(name, {}, key, false)).status, name).toBe(401);
});

test('a key ends with the role of the admin who made it', async () => {
  const admin = await newAdmin();
  const second = await newMember(admin, 'admin');
  const { id, key } = await newKey(second);
  const works = async () =>
    (await admin.call('list-management-keys', {})).items.find((each) => each.id === id)?.works;
  expect((await send('list-indexes', { query: {} }, key)).status).toBe(200);
  expect(await works()).toBe(true);
  const { items: team } = await admin.call('list-users', { query: {} });
  const { email, user_id } = team.find((one) => one.email === second.email)!;
  await admin.call('update-user', {
    body: { email, user_id, role: 'member', auth_user_id: admin.authUserId },
  });
  expect((await send('list-indexes', { query: {} }, key)).status).toBe(401);
  expect(await works()).toBe(false);
});

test('keys are made, listed with their last use and revoked by admins, and the trail tells it', async () => {
  const admin = await newAdmin();
  const member = await newMember(admin);
  await expectFailure(newKey(member), 'Forbidden');
  await expectFailure(member.call('list-management-keys', {}), 'Forbidden');
  const { key, ...made } = await newKey(admin, ['datasets:write', 'datasets:write'], 30);
  expect(key).toMatch(/^mk_\w{40}$/);
  expect(made).toMatchObject({ scopes: ['datasets:write'], created_by: admin.name, works: true });
  const caller = await send('get-management-caller', {}, key);
  expect(JSON.parse(caller.text)).toEqual({
    org_id: admin.orgId,
    auth_user_id: admin.authUserId,
    email: admin.email,
    scopes: ['datasets:write'],
  });
  await upload(admin, 'a.csv', 'id,text\n1,a\n');
  expect((await send('list-datasets', { query: {} }, key)).text).toContain('a.csv');
  const { items } = await admin.call('list-management-keys', {});
  expect(items).toEqual([{ ...made, used_at: expect.any(String) }]);
  expect(JSON.stringify(items)).not.toContain(key);
  const other = await newAdmin();
  const revocation = (person: Member) =>
    person.call('delete-management-key', { params: { key_id: made.id }, query: {} });
  await expectFailure(revocation(other), 'KeyNotFound');
  expect(await revocation(admin)).toEqual({ id: made.id });
  await expectFailure(revocation(admin), 'KeyNotFound');
  const trail = await admin.call('list-audit', { query: {} });
  const actions = trail.items.map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('management-key'))).toEqual([
    'management-key.deleted',
    'management-key.created',
  ]);
});

test('texts of index keys stay hidden from a management key', async () => {
  const { key } = await newKey(tenant.admin, ['keys:read']);
  const { text } = await send('list-index-keys', { query: {} }, key);
  expect(text).not.toContain(tenant.objects.admin.apiKey);
});

test('a call with an Idempotency-Key makes one thing, and is answered again with its secret', async () => {
  const admin = await newAdmin();
  const make = (name: string, idempotencyKey = 'load-of-tuesday') =>
    admin.call('create-management-key', {
      body: { name, scopes: ['datasets:write'] },
      idempotencyKey,
    });
  const all = await Promise.allSettled([make('One'), make('One'), make('One')]);
  const [first] = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const told = all.map((each) =>
    each.status === 'fulfilled' ? each.value.key : (each.reason as ApiError).code,
  );
  // While the first still runs, the others are told to come again.
  expect(new Set([...told, 'Busy'])).toEqual(new Set([first!.key, 'Busy']));
  expect(await make('One')).toEqual(first);
  await expectFailure(make('Two'), 'IdempotencyKeyUsed');
  const colleague = await newMember(admin, 'admin');
  const body = { name: 'One', scopes: ['datasets:write' as const] };
  const others = { body, idempotencyKey: 'load-of-tuesday' };
  const ofOther = await colleague.call('create-management-key', others);
  expect(ofOther.key).not.toBe(first!.key);
  const { items } = await admin.call('list-management-keys', {});
  expect(items).toHaveLength(2);
  // The version before sealed answers by the Idempotency-Key alone.
  const iv = Buffer.alloc(12, 7);
  const secret = hkdfSync('sha256', 'load-of-tuesday', iv, 'repeatable call', 32);
  const sealing = createCipheriv('aes-256-gcm', Buffer.from(secret), iv);
  const sealed = Buffer.concat([sealing.update(JSON.stringify(ofOther)), sealing.final()]);
  const call = ['create-management-key', admin.orgId, admin.authUserId, 'load-of-tuesday'];
  const hash = createHash('sha256').update(JSON.stringify(call)).digest('hex');
  const answer = Buffer.concat([iv, sealing.getAuthTag(), sealed]);
  await setAttributes('Activity', [`CALL#${hash}`, 'CALL'], { answer });
  expect(await make('One')).toEqual(ofOther);
  // A call that was refused is carried out once it can be.
  const hook = { body: { url: 'ftp://example.com', events: ['quota.near' as const] } };
  const refused = { ...hook, idempotencyKey: 'hook' };
  for (const _ of [1, 2]) {
    await expectFailure(admin.call('create-webhook', refused), 'WebhookUrlRefused');
  }
});

test('a member that no call knows is refused by its name, also by calls of the specification', async () => {
  const { key } = await newKey(tenant.admin);
  const [request] = requests['create-index'](tenant.objects.admin);
  const body = { ...(request!.body as object), columnRoles: {} };
  const { status, text } = await send('create-index', { body }, key);
  expect([status, text]).toEqual([400, expect.stringContaining('did you mean columnsRole?')]);
  const listed = await send('list-datasets', { query: { limt: '3' } }, key);
  expect([listed.status, listed.text]).toEqual([400, expect.stringContaining('limt')]);
});

test('a management key makes keys that change rows only if it may write indexes', async () => {
  const { orgId, admin, objects } = {
    ...tenant,
    orgId: tenant.admin.orgId,
    objects: tenant.objects.admin,
  };
  const body = { org_id: orgId, index: objects.indexId, changes_rows: true };
  const codeOf = async (scopes: ManagementScope[]) => {
    const { key } = await newKey(admin, scopes);
    return (await send('create-index-key', { body }, key)).status;
  };
  expect(await codeOf(['keys:write'])).toBe(403);
  expect(await codeOf(['keys:write', 'indexes:write'])).toBe(403);
  expect(await codeOf(['keys:write', 'datasets:write'])).toBe(403);
  expect(await codeOf(['keys:write', 'indexes:write', 'datasets:write'])).toBe(200);
  // Nor does it get a new text of one.
  const { id: api_key_id } = await admin.call('create-index-key', { body });
  const rotation = { org_id: orgId, index: objects.indexId, api_key_id };
  for (const [scopes, status] of [
    [['keys:write'], 403],
    [managementScopes, 200],
  ] as const) {
    const { key } = await newKey(admin, [...scopes]);
    const rotated = await send('rotate-index-key', { body: rotation }, key);
    expect(rotated.status).toBe(status);
    expect(/"api_key":"ak_\w+"/.test(rotated.text)).toBe(status === 200);
  }
});

test('API keys name the management key that made them, and go on or are deleted with it', async () => {
  const admin = await newAdmin();
  const fileKey = await upload(admin, 'made.csv', 'id,text\n1,a\n');
  const { item_id: index } = await createIndex(admin, 'Made', fileKey);
  const own = async () => (await admin.call('list-index-keys', { query: {} }))[index] ?? [];
  const [first] = await own();
  expect(first!.made_by).toBeUndefined();
  const makes = async () => {
    const { key, ...maker } = await newKey(admin);
    const body = { org_id: admin.orgId, index };
    const made = JSON.parse((await send('create-index-key', { body }, key)).text) as ApiKey;
    expect(made.made_by).toEqual({ id: maker.id, name: 'Nightly load' });
    return { params: { key_id: maker.id }, made: made.id };
  };
  const [kept, deleted] = [await makes(), await makes()];
  await admin.call('delete-management-key', { ...kept, query: {} });
  expect((await own()).map(({ id }) => id)).toEqual([first!.id, kept.made, deleted.made]);
  const query = { made_keys: 'delete' as const };
  const answer = await admin.call('delete-management-key', { ...deleted, query });
  expect(answer).toMatchObject({ deleted_keys: [deleted.made], kept_keys: [] });
  // It is gone, but what it has made can still be deleted, as after a call that was cut short: not by others, and not the last.
  await expectFailure(
    (await newAdmin()).call('delete-management-key', { ...kept, query }),
    'KeyNotFound',
  );
  await admin.call('delete-index-key', {
    body: { org_id: admin.orgId, index, api_id: first!.id },
  });
  const last = await admin.call('delete-management-key', { ...kept, query });
  expect(last).toMatchObject({ deleted_keys: [], kept_keys: [kept.made] });
  expect((await own()).map(({ id }) => id)).toEqual([kept.made]);
});
