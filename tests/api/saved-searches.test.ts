/** Saved searches, and alerts that mail what a new version of an index finds. */
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, inject, test } from 'vitest';
import { personHash } from '#core/storage/person-hash.ts';
import type { AlertFrequency, SavedSearch } from '#shared/contract/saved-searches.ts';
import { limits } from '#shared/limits.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { readMailbox, waitForMail } from './support/cognito.ts';
import { animals, createIndex, upload, waitForBuild, waitForRebuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, newMember, origin } from './support/people.ts';
import { dynamodb, setAttributes, tableNamed } from './support/stores.ts';

const { endpoint, region, credentials } = inject('installation');

/** Runs the job that the clock starts every quarter of an hour. */
async function sendAlerts(): Promise<void> {
  const { FunctionError, Payload } = await new LambdaClient({ endpoint, region, credentials }).send(
    new InvokeCommand({ FunctionName: 'antecede-local-send-alerts' }),
  );
  expect(FunctionError, Payload?.transformToString()).toBeUndefined();
}

let admin: Member;
let indexId: string;
beforeAll(async () => {
  admin = await newAdmin();
  const key = await upload(admin, 'animals.csv', animals);
  const index = await createIndex(admin, 'Animals', key);
  indexId = (await waitForBuild(admin, index.item_id)).item_id;
});

const save = (
  { call }: Member,
  text: string,
  frequency: AlertFrequency,
  more: Partial<Pick<SavedSearch, 'filters' | 'syntax' | 'index_id' | 'sort'>> = {},
) => {
  const search = { index_id: indexId, text, syntax: 'words' as const, filters: [], ...more };
  return call('create-saved-search', { body: { name: `About ${text}`, frequency, ...search } });
};
const listed = async ({ call }: Member) => (await call('list-saved-searches')).items;
const read = async (member: Member, { search_id }: SavedSearch) =>
  (await listed(member)).find((one) => one.search_id === search_id);

/** Sets attributes of a stored search past the product. */
async function change(member: Member, { search_id }: SavedSearch, values: object): Promise<void> {
  const { item_id } = await member.call('get-user', { query: {} });
  await setAttributes('Lists', [`SAVED#${member.orgId}`, `${item_id}#${search_id}`], {
    ...values,
  });
}

test('a saved search is its owner’s alone, keeps its filters, and is counted', async () => {
  const colleague = await newMember(admin);
  const filters = [{ not: { column: 'id', operator: '=' as const, value: 'w1' } }];
  const sort = { column: 'id', descending: true };
  const saved = await save(admin, '"lives in"', 'never', { syntax: 'query', filters, sort });
  expect(await read(admin, saved)).toEqual(saved);
  expect(saved).toMatchObject({ syntax: 'query', filters, sort, frequency: 'never' });
  expect(await listed(colleague)).toEqual([]);
  const params = { search_id: saved.search_id };
  const stranger = await newAdmin();
  for (const other of [colleague, stranger]) {
    const daily = { params, body: { frequency: 'daily' as const } };
    await expectFailure(other.call('update-saved-search', daily), 'NotFound');
    await expectFailure(other.call('delete-saved-search', { params }), 'NotFound');
  }
  await expectFailure(save(stranger, 'sea', 'daily'), 'IndexNotFound');
  const value = Array.from({ length: 20 }, () => 'x'.repeat(900));
  const long = [{ column: 'id', operator: 'in' as const, value }];
  await expectFailure(save(admin, 'sea', 'never', { filters: long }), 'InvalidRequest');
  const renamed = await admin.call('update-saved-search', { params, body: { name: 'Dens' } });
  expect(renamed).toEqual({ ...saved, name: 'Dens' });
  await admin.call('delete-saved-search', { params });
  await expectFailure(admin.call('delete-saved-search', { params }), 'NotFound');
  const count = [`SAVED#${admin.orgId}`, 'COUNT'] as const;
  await setAttributes('Lists', count, { saved: limits.savedSearchesPerOrganization });
  await expectFailure(save(admin, 'sea', 'never'), 'SavedSearchLimitReached');
  await setAttributes('Lists', count, { saved: 0 });
});

test('an alert mails once what a new version finds, and a link of the mail stops it', async () => {
  const reader = await newMember(admin);
  const usedToday = async () => (await admin.call('get-usage', { query: {} })).quota.used_today;
  const words = await save(reader, 'hunting in the sea', 'delivery');
  const query = await save(reader, '+krill', 'daily', { syntax: 'query' });
  const before = await usedToday();
  await sendAlerts();
  expect(await read(reader, query), 'what is there is known').toMatchObject({ found: 0 });
  expect((await usedToday()) - before).toBe(2);
  const penguin = 'w7,Penguin,"Penguins are birds that hunt krill in the sea around Antarctica."\n';
  await upload(admin, 'animals.csv', animals + penguin);
  await waitForRebuild(admin, await admin.call('rebuild-index', { body: { index_id: indexId } }));
  await change(reader, query, { gsi1sk: `2026-01-01#${query.search_id}` });
  await sendAlerts();
  await sendAlerts();
  const mail = await waitForMail(origin(), reader.email, /^About \+krill: 1 new result$/);
  await waitForMail(origin(), reader.email, /^About hunting in the sea: 1 new result$/);
  expect(mail.text).toContain('Your saved search “About +krill” in Animals finds 1 new result');
  expect(mail.text).toContain(`- Penguin\n  w7\n  ${origin()}/indexes/${indexId}/w7`);
  const news = (await readMailbox(origin(), reader.email)).filter(({ subject }) =>
    subject.includes('new result'),
  );
  expect(news).toHaveLength(2);
  expect(await read(reader, query)).toMatchObject({ found: 1, told: 1 });
  const [, token = ''] = /alerts#stop=(\S+)/.exec(mail.text)!;
  const stop = (one: string) => anonymous()('stop-alert', { query: { token: one } });
  const wrong = [token.slice(0, -1), token.replace(query.search_id, words.search_id), 'none'];
  for (const one of wrong) expect(await stop(one)).toEqual({});
  expect(await read(reader, query)).toMatchObject({ frequency: 'daily' });
  // As mail programs do it (RFC 8058).
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const address = mail.headers!['List-Unsubscribe']!.slice(1, -1);
  const oneClick = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(oneClick.status).toBe(200);
  expect(await stop(token)).toEqual({ name: 'About +krill' });
  expect(await read(reader, query)).toMatchObject({ frequency: 'never' });
  expect(await read(reader, words)).toMatchObject({ frequency: 'delivery' });
  const body = { org_id: admin.orgId, index: indexId, changes_rows: true };
  const { api_key: apiKey } = await admin.call('create-index-key', { body });
  const orca = { id: 'w8', title: 'Orca', text: 'Orcas are hunting seals in the sea.' };
  const params = { index_id: indexId };
  await anonymous()('upsert-rows', { params, query: {}, body: { rows: [orca] }, apiKey });
  await sendAlerts();
  await waitFor('a mail about a row that was added to the index', async () =>
    (await readMailbox(origin(), reader.email)).some(({ text }) => text.includes('- Orca\n  w8\n')),
  );
});

test('an alert that cannot be run says why, loses nothing, and ends only for good', async () => {
  const owner = await newAdmin();
  const catalog = { index_id: 'us_patents' };
  const alert = await save(owner, 'keeping bees', 'delivery', catalog);
  const setOrganization = (values: Record<string, unknown>) =>
    setAttributes('Accounts', [`ORG#${owner.orgId}`, 'ORG'], values);
  const expectProblem = async (problem: SavedSearch['problem']) => {
    await sendAlerts();
    expect(await read(owner, alert)).toMatchObject({ problem, frequency: 'delivery' });
  };
  const queries_day = new Date().toISOString().slice(0, 10);
  await setOrganization({ queries_per_day: 5, queries_today: 5, queries_day });
  await expectProblem('quota');
  const ended = { status: 'canceled', current_period_start: 0 };
  await setOrganization({ subscription: ended });
  await expectProblem('plan-ended');
  await waitForMail(origin(), owner.email, /^An alert waits for a plan$/);
  const paid = { ...ended, status: 'active', current_period_end: 4_000_000_000 };
  await setOrganization({ subscription: paid, queries_per_day: 50 });
  await suppress(owner.email);
  await expectProblem('mail-refused');
  await suppress(owner.email, 0);
  await sendAlerts();
  expect((await read(owner, alert))?.problem).toBeUndefined();
  const gone = await save(owner, 'bees', 'daily', catalog);
  await change(owner, gone, { index_id: 'idx_gone' });
  const refused = await save(owner, 'bees', 'weekly', catalog);
  const filters = JSON.stringify([{ column: 'none', operator: '=', value: '1' }]);
  await change(owner, refused, { filters });
  await sendAlerts();
  expect(await read(owner, gone)).toMatchObject({ problem: 'index-gone', frequency: 'never' });
  expect(await read(owner, refused)).toMatchObject({ problem: 'refused', frequency: 'never' });
  await waitFor('a mail about each end', async () => {
    const mails = await readMailbox(origin(), owner.email);
    return mails.filter(({ subject }) => subject === 'An alert has ended').length === 2;
  });
});

/** Notes that an address gets no mail until a time in epoch seconds. */
const suppress = (email: string, expires_at = 4_000_000_000) =>
  dynamodb.send(
    new PutCommand({
      TableName: tableNamed('Activity'),
      Item: {
        pk: `SUPPRESSED#${personHash(email)}`,
        sk: 'SUPPRESSED',
        reason: 'bounce',
        at: new Date(0).toISOString(),
        expires_at,
      },
    }),
  );
