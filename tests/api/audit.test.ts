import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { animals, createIndex, upload, waitForBuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { type Member, newAdmin, newMember } from './support/people.ts';

type Filter = { action?: AuditEntry['action']; user_id?: string; from?: string; to?: string };

/** The whole trail, oldest first, in pages of `limit`. */
async function trail(admin: Member, filter: Filter = {}, limit = 100): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call('list-audit', { query: { ...filter, limit, cursor } });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    entries.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return entries.reverse();
}

const told = (entries: AuditEntry[]) =>
  entries.map(({ action, object }) => `${action} ${object.name}`);

describe('the audit trail', () => {
  let admin: Member;
  let member: Member;
  let indexId: string;
  let fileKey: string;
  let secrets: string[];
  beforeAll(async () => {
    admin = await newAdmin();
    member = await newMember(admin);
    const own = { org_id: admin.orgId, auth_user_id: admin.authUserId };
    await admin.call('update-organization', { body: { ...own, org_name: 'Difference Engines' } });
    const { items } = await admin.call('list-users', { query: {} });
    const { user_id } = items.find(({ email }) => email === member.email)!;
    await admin.call('update-user', {
      body: { email: member.email, user_id, role: 'admin', auth_user_id: admin.authUserId },
    });
    fileKey = await upload(member, 'animals.csv', animals);
    indexId = (await createIndex(member, 'Animals', fileKey)).item_id;
    await waitForBuild(member, indexId);
    await member.call('rebuild-index', { body: { index_id: indexId } });
    const key = await member.call('create-index-key', {
      body: { org_id: admin.orgId, index: indexId },
    });
    const body = { org_id: admin.orgId, index: indexId, api_id: key.id };
    await member.call('delete-index-key', { body });
    await member.call('delete-dataset-file', { query: { key: fileKey } });
    await admin.call('remove-user', { body: { ...own, username: member.email } });
    const keys = await admin.call('list-index-keys', { query: {} });
    const values = Object.values(keys).flatMap((list) => list.map(({ api_key }) => api_key));
    secrets = [...values, key.api_key, admin.password, member.password];
  });

  test('names person, action and object, in order', async () => {
    const entries = await trail(admin);
    const keyNames = new Map(
      entries.flatMap(({ action, object }) =>
        action === 'key.created' ? [[object.id, 'key']] : [],
      ),
    );
    const lines = entries.map(
      ({ person, action, object }) =>
        `${person.email === admin.email ? 'admin' : 'member'} ${action} ${keyNames.get(object.id) ?? object.name}`,
    );
    const made = lines.splice(0, 4);
    expect(made.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'admin key.created key'),
      'admin organization.created Analytical Engines',
    ]);
    const atOnce = lines.splice(5, 2);
    expect(atOnce.toSorted()).toEqual(['member index.created Animals', 'member key.created key']);
    expect(lines).toEqual([
      `admin member.invited ${member.email}`,
      `member member.joined ${member.email}`,
      'admin organization.renamed Difference Engines',
      `admin member.role-changed ${member.email}`,
      'member dataset.upload-started animals.csv',
      'member index.rebuild-started Animals',
      'member key.created key',
      'member key.deleted key',
      'member dataset.deleted animals.csv',
      `admin member.removed ${member.email}`,
      'admin key.revealed All keys',
    ]);
    const detailsOf = (wanted: string) => entries.find(({ action }) => action === wanted)?.details;
    expect(detailsOf('organization.renamed')).toEqual({ from: 'Analytical Engines' });
    expect(detailsOf('member.role-changed')).toEqual({ from: 'member', to: 'admin' });
    expect(detailsOf('key.deleted')).toEqual({ index: indexId });
    expect(detailsOf('index.created')).toEqual({ dataset: 'animals.csv' });
  });

  test('holds no secret', async () => {
    const text = JSON.stringify(await trail(admin));
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('comes in pages of any size, each entry once', async () => {
    const whole = await trail(admin);
    expect(await trail(admin, {}, 1)).toEqual(whole);
    expect(await trail(admin, {}, 5)).toEqual(whole);
  });

  test('can be filtered by action, person and days', async () => {
    const whole = await trail(admin);
    const keys = whole.filter(({ action }) => action === 'key.created');
    expect(keys).toHaveLength(5);
    expect(await trail(admin, { action: 'key.created' }, 2)).toEqual(keys);
    const { person } = whole.at(-1)!;
    const byAdmin = whole.filter((entry) => entry.person.user_id === person.user_id);
    expect(await trail(admin, { user_id: person.user_id })).toEqual(byAdmin);
    const today = new Date().toISOString().slice(0, 10);
    const on = (days: Filter) => trail(admin, { ...days, action: 'key.created' });
    expect(await on({ from: today, to: today })).toEqual(keys);
    expect(await on({ from: '2100-01-01' })).toEqual([]);
    expect(await on({ to: '2020-01-01' })).toEqual([]);
    expect(await on({ from: '2100-01-01', to: '2020-01-01' })).toEqual([]);
    for (const wrong of [{ action: 'key.eaten' }, { from: 'yesterday' }, { cursor: '!' }]) {
      const call = admin.call('list-audit', { query: wrong as never });
      await expectFailure(call, 'InvalidRequest');
    }
  });

  test('is only for admins of the organization', async () => {
    const other = await newAdmin();
    const guest = await newMember(other);
    await expectFailure(guest.call('list-audit', { query: {} }), 'Forbidden');
    const foreign = { org_id: admin.orgId };
    await expectFailure(other.call('list-audit', { query: foreign }), 'NotFound');
    const entries = await trail(other);
    expect(JSON.stringify(entries)).not.toContain(admin.orgId);
    expect(told(entries)).toContain(`member.joined ${guest.email}`);
  });
});

test('an answer reads a limited number of entries and has a cursor for the next ones', async () => {
  const admin = await newAdmin();
  const [first] = await trail(admin, { action: 'organization.created' });
  await writeOthers(admin, 1200);
  const query = { action: 'organization.created' } as const;
  const page = await admin.call('list-audit', { query });
  expect(page.items).toEqual([]);
  expect(await trail(admin, query)).toEqual([first]);
});

/** Entries about something else, newer than all others. */
async function writeOthers({ orgId }: Member, count: number): Promise<void> {
  const { endpoint, credentials, region, tables } = inject('installation');
  const client = new DynamoDBClient({ endpoint, credentials, region });
  const dynamodb = DynamoDBDocumentClient.from(client);
  const table = tables.find((name) => name.includes('Activity'))!;
  const items = Array.from({ length: count }, (_, number) => {
    const at = new Date(Date.UTC(2099, 0, 1, 0, 0, number)).toISOString();
    return {
      pk: `AUDIT#${orgId}`,
      sk: `${at}#aud_${number}`,
      item_id: `aud_${number}`,
      at,
      action: 'key.created',
      object: {
        id: 'key_1',
        name: 'key_1',
      },
      details: {},
      person_id: 'usr_1',
      person_name: 'Nobody',
    };
  });
  for (let start = 0; start < count; start += 25) {
    const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await dynamodb.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  }
}
