import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Erasure, readErasures } from '#ops/erasures/read-erasures.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { converse, newConversation, newEndedRun } from './support/chat.ts';
import { acceptInvitation, readMailbox, signIn, waitForMail } from './support/cognito.ts';
import { animals, createIndex, firstKey, upload, waitForBuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import {
  anonymous,
  invite,
  type Member,
  newAddress,
  newAdmin,
  newMember,
  newUser,
  newUserOf,
  origin,
  type Person,
  temporaryPassword,
} from './support/people.ts';
import { makeReport } from './support/reports.ts';
import { putReportRequest, saveItems, snapshotOf } from './support/stores.ts';

const erase = ({ call, authUserId, email }: Person, erase_organization?: boolean) =>
  call('erase-user', { body: { auth_user_id: authUserId, email, erase_organization } });

const waitUntilErased = ({ email }: Person) =>
  waitForMail(origin(), email, /^Your account has been erased$/);

const { dataDir, ...operator } = inject('installation');

const eraseLog = () => readFileSync(join(dataDir, 'logs/antecede-local-erase-person.log'), 'utf8');

/** What the operator's command does: `npm run erasures -- repeat`. */
async function repeat(erasure: Erasure): Promise<unknown> {
  const { endpoint, region, credentials } = operator;
  const { Payload } = await new LambdaClient({ endpoint, region, credentials }).send(
    new InvokeCommand({
      FunctionName: 'antecede-local-repeat-erasure',
      Payload: JSON.stringify(erasure),
    }),
  );
  return JSON.parse(Payload!.transformToString());
}

/** The archive of somebody as they download it. */
async function download({ call, authUserId, email }: Person): Promise<Record<string, string>> {
  const request = () => call('request-data-export', { body: { auth_user_id: authUserId } });
  expect(await call('get-data-export')).toEqual({ status: 'none' });
  expect(await request()).toMatchObject({ status: 'preparing' });
  expect(await request(), 'a second click').toMatchObject({ status: 'preparing' });
  await waitForMail(origin(), email, /^Your data is ready to download$/);
  // If the first archive was ready before the second click, the second click requested another one.
  const { download_url, available_until } = await waitFor('the archive', async () => {
    const found = await call('get-data-export');
    return found.status === 'ready' && found;
  });
  expect(Date.parse(available_until!)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  const zip = new Uint8Array(await (await fetch(download_url!)).arrayBuffer());
  const files = Object.entries(unzipSync(zip));
  return Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
}

const patent = 'US-99030012-B2';

/** A cell of the chart of the invalidation report on `patent`. */
let cell: { element: string; ucid: string };
beforeAll(async () => {
  await makeReport(anonymous(), 'invalidation', patent);
  const { report } = await anonymous()('get-invalidation-report', { query: { ucid: patent } });
  const { element, ucid } = report.chart[0]!;
  cell = { element, ucid };
});

const saveMark = ({ call }: Member, note: string) =>
  call('save-report-mark', { body: { report: patent, mark: { ...cell, note }, revision: 0 } });

const shareReport = ({ call }: Member) =>
  call('share-report', {
    body: { kind: 'invalidation', ucid: patent, audience: 'anyone', days: 30 },
  });

/** Begins an export on a page. @returns its id */
async function beginExport({ call }: Person, index_id: string): Promise<string> {
  const { api_key: apiKey } = await call('create-search-key', { body: { index_id } });
  const body = { format: 'csv', request: { sort: 'rows' } } as const;
  return (await call('create-search-export', { params: { index_id }, body, apiKey })).export_id;
}

describe('a data export', () => {
  test('holds all stored data of a person and nothing about others', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    await upload(admin, 'theirs.csv', animals);
    const fileKey = await upload(member, 'mine.csv', animals);
    const { item_id } = await createIndex(member, 'Mine', fileKey);
    await waitForBuild(member, item_id);
    await saveMark(member, 'Noted by me');
    await shareReport(member);
    const { list_id } = await member.call('create-list', { body: { name: 'Kept by me' } });
    await admin.call('create-list', { body: { name: 'Kept by another', shared: true } });
    await member.call('create-project', { body: { name: 'Our matter' } });
    await admin.call('create-project', { body: { name: 'Their matter' } });
    const exportId = await beginExport(member, item_id);
    await beginExport(admin, item_id);
    await putReportRequest({ kind: 'prior-art', ucid: 'US-99000002-B2' }, member.email);
    await putReportRequest({ kind: 'prior-art', ucid: 'US-99000003-B2' }, admin.email);
    const files = await download(member);
    expect(JSON.parse(files['profile.json']!)).toMatchObject({
      email: member.email,
      full_name: 'Grace Hopper',
      role: 'member',
      sign_in: {
        authUserId: member.authUserId,
        enabled: true,
      },
    });
    expect(JSON.parse(files['organization.json']!)).toMatchObject({
      item_id: admin.orgId,
      name: 'Analytical Engines',
      your_role: 'member',
    });
    expect(JSON.parse(files['datasets.json']!)).toEqual([
      expect.objectContaining({ name: 'mine.csv', uploaded_by_you: true }),
    ]);
    expect(JSON.parse(files['indexes.json']!)).toEqual([
      expect.objectContaining({ id: item_id, name: 'Mine', dataset: 'mine.csv' }),
    ]);
    const activity = JSON.parse(files['activity.json']!) as { action: string }[];
    expect(activity.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.invited', 'index.created', 'account.export-requested']),
    );
    expect(JSON.parse(files['report-requests.json']!)).toEqual([
      expect.objectContaining({ kind: 'prior-art', ucid: 'US-99000002-B2' }),
    ]);
    expect(JSON.parse(files['report-marks.json']!)).toEqual([
      expect.objectContaining({ report: patent, ...cell, note: 'Noted by me' }),
    ]);
    expect(JSON.parse(files['reports.json']!)).toEqual({
      listed: [expect.objectContaining({ kind: 'invalidation', ucid: patent })],
      shared: [expect.objectContaining({ ucid: patent, audience: 'anyone' })],
    });
    expect(JSON.parse(files['lists.json']!)).toEqual({
      lists: [expect.objectContaining({ list_id, name: 'Kept by me' })],
      added: [],
    });
    expect(JSON.parse(files['search-exports.json']!)).toEqual([
      expect.objectContaining({ export_id: exportId, index_id: item_id }),
    ]);
    expect(JSON.parse(files['projects.json']!)).toEqual({
      member_of: [expect.objectContaining({ name: 'Our matter', own: true })],
      added: [],
      work: [expect.objectContaining({ action: 'created', done_by_you: true })],
    });
    const text = Object.values(files).join();
    expect(files['README.txt']).toContain('activity.json');
    for (const hidden of [admin.email, admin.authUserId, member.password, 'theirs.csv']) {
      expect(text).not.toContain(hidden);
    }
    expect(text).not.toContain(await firstKey(member, item_id));
    const own = await download(admin);
    expect(JSON.parse(own['report-marks.json']!), 'marks of others are theirs').toEqual([]);
    const names = (JSON.parse(own['datasets.json']!) as { name: string }[]).map(({ name }) => name);
    expect(names.toSorted(), 'admins get a list of all').toEqual(['mine.csv', 'theirs.csv']);
    const mails = await readMailbox(origin(), member.email);
    const told = mails.filter(({ subject }) => /download/.test(subject));
    expect(told).toHaveLength(1);
    expect(told[0]!.html).not.toContain('X-Amz-Signature');
  });

  test('also works for people without an organization', async () => {
    const person = await newUser();
    const question = 'Which patents are about bees?';
    const { threadId } = await newEndedRun(person.call, question);
    await putReportRequest({ kind: 'invalidation', ucid: 'US-99000002-B2' }, person.email);
    const files = await download(person);
    expect(Object.keys(files).toSorted()).toEqual([
      'README.txt',
      'conversations.json',
      'newsletter.json',
      'profile.json',
      'report-requests.json',
      'searches.json',
    ]);
    expect(JSON.parse(files['report-requests.json']!)).toEqual([
      expect.objectContaining({ kind: 'invalidation', ucid: 'US-99000002-B2' }),
    ]);
    expect(JSON.parse(files['conversations.json']!)).toContainEqual(
      expect.objectContaining({
        id: threadId,
        messages: [expect.objectContaining({ text: question, isUser: true })],
      }),
    );
    await erase(person);
    await waitUntilErased(person);
    expect(await snapshotOf([person.authUserId, person.email, threadId])).toEqual([]);
  });
});

test('a visitor’s conversation does not tell who asked in it after signing in', async () => {
  const person = await newUser();
  const { threadId, threadToken } = await newConversation(anonymous());
  const conversation = { call: person.call, threadId, threadToken };
  await converse(conversation, 'Which patents are about bees?');
  const { item_id } = await person.call('get-user', { query: {} });
  const lines = await snapshotOf([threadId]);
  expect(lines.some((line) => line.includes('RUN#'))).toBe(true);
  expect(lines.filter((line) => line.includes(item_id))).toEqual([]);
});

describe.concurrent('an erasure', () => {
  test('ends an account at once, and its datasets and indexes stay without its name', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const { item_id: userId } = await member.call('get-user', { query: {} });
    const fileKey = await upload(member, 'kept.csv', animals);
    const { item_id } = await createIndex(member, 'Kept', fileKey);
    await waitForBuild(admin, item_id);
    await waitForMail(origin(), member.email, /is ready$/);
    await saveMark(member, 'Noted for the team');
    const exportId = await beginExport(member, item_id);
    // An upload in the last seconds of a membership counts as late.
    await advanceClock(origin(), '10s');
    expect(await erase(member)).toEqual({ organization_erased: false });

    await expectFailure(member.call('get-organization', { query: {} }), 'UserNotFound');
    await expect(signIn(origin(), member)).rejects.toThrow(/Incorrect username or password/);
    const body = {
      full_name: 'Ghost',
      email: member.email,
      auth_user_id: member.authUserId,
      type: 'sign_up' as const,
    };
    await expectFailure(member.call('create-user', { body }), 'Unauthenticated');

    const mail = await waitUntilErased(member);
    expect(mail.text).toContain('stays there without your name');
    // The key that a page searched with names its session until it expires.
    const left = await snapshotOf([member.authUserId, member.email, exportId]);
    expect(left.filter((line) => !line.includes('KEYHASH#'))).toEqual([]);
    const kept = await snapshotOf([admin.orgId]);
    expect(kept.filter((line) => line.toLowerCase().includes('grace hopper'))).toEqual([]);
    const { items } = await admin.call('list-indexes', { query: { sort: 'author' } });
    expect(items[0]).toMatchObject({ item_id, author: 'Former member', status: 'Active' });
    const byAuthor = { key: admin.orgId, sort: 'author' } as const;
    const files = await admin.call('get-dataset-files', { query: byAuthor });
    expect(files).toMatchObject({ items: [{ Key: fileKey, author: 'Former member' }] });
    const { marks } = await admin.call('get-report-marks', { query: { ucid: patent } });
    expect(marks).toMatchObject([{ ...cell, note: 'Noted for the team', by: 'Former member' }]);
    const { items: trail } = await admin.call('list-audit', { query: { user_id: userId } });
    expect(trail.map(({ action }) => action)).toContain('account.erased');
    for (const { person } of trail) {
      expect(person).toEqual({ user_id: userId, full_name: 'Former member' });
    }
    expect(await firstKey(admin, item_id), 'its key goes on').toBeTruthy();
  });

  test('of the only admin is refused until there is another', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    for (const asked of [undefined, true]) {
      const failure = await expectFailure(erase(admin, asked), 'OnlyAdmin');
      expect(failure.message).toContain('make somebody else an admin');
    }
    const { items } = await admin.call('list-users', { query: {} });
    const { user_id } = items.find(({ email }) => email === member.email)!;
    await admin.call('update-user', {
      body: { email: member.email, user_id, role: 'admin', auth_user_id: admin.authUserId },
    });
    expect(await erase(admin)).toEqual({ organization_erased: false });
    expect((await member.call('list-users', { query: {} })).items).toHaveLength(1);
  });

  test('that is followed by a new account is not a new trial', async () => {
    const admin = await newAdmin();
    const trialEndOf = async ({ call }: Person) =>
      (await call('get-user', { query: {} })).subscription!.trial_end;
    const end = await trialEndOf(admin);
    await erase(admin, true);
    // In another spelling, for the same mailbox.
    const again = await newUserOf(admin.email.replace('@', '+again@'));
    await again.call('create-organization', { body: { name: 'Analytical Engines' } });
    expect(await trialEndOf(again)).toBe(end);
  });

  test('of the only admin does not erase people who have signed in, though no page has said so', async () => {
    const admin = await newAdmin();
    const email = newAddress();
    await invite(admin, email);
    const password = await temporaryPassword(email);
    await acceptInvitation(origin(), email, password, 'Long-0123456789');
    await expectFailure(erase(admin, true), 'OnlyAdmin');
    const { items } = await admin.call('list-users', { query: {} });
    expect(items.find((one) => one.email === email)).toMatchObject({ status: 'CONFIRMED' });
  });

  test('of two admins at the same time succeeds for one', async () => {
    const first = await newAdmin();
    const second = await newMember(first, 'admin');
    await newMember(first);
    const ends = await Promise.allSettled([erase(first), erase(second)]);
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(['Busy', 'OnlyAdmin']).toContain(codes[0]);
    const left = ends[0].status === 'rejected' ? first : second;
    expect(await left.call('get-user', { query: {} })).toMatchObject({ role: 'admin' });
    await expectFailure(erase(left), 'OnlyAdmin');
  });

  test('of the last person erases the organization too', async () => {
    const admin = await newAdmin();
    const invited = newAddress();
    await invite(admin, invited);
    const password = await temporaryPassword(invited);
    const fileKey = await upload(admin, 'all.csv', animals);
    const { item_id } = await createIndex(admin, 'All', fileKey);
    await waitForBuild(admin, item_id);
    const ask = async (indexId: string, apiKey: string) =>
      admin.call('query-index', {
        params: { index_id: indexId },
        body: { request: { conceptFeaturesString: 'fish', maxNumItems: 1 } },
        apiKey,
      });
    const apiKey = await firstKey(admin, item_id);
    await ask(item_id, apiKey);
    const catalogKey = await firstKey(admin, 'arxiv');
    await admin.call('create-search-export', {
      params: { index_id: item_id },
      body: { format: 'xlsx', request: { sort: 'rows' } },
      apiKey,
    });
    await saveMark(admin, 'Noted by the last person');
    await shareReport(admin);
    await admin.call('export-report', {
      body: { kind: 'invalidation', ucid: patent, format: 'csv', marks: true },
    });
    // And one whose build is still running.
    await createIndex(admin, 'Running', fileKey);

    await expectFailure(erase(admin), 'LastMember');
    expect(await erase(admin, true)).toEqual({ organization_erased: true });
    await expectFailure(ask(item_id, apiKey), 'InvalidApiKey');
    await expectFailure(ask('arxiv', catalogKey), 'InvalidApiKey');
    await expectFailure(admin.call('list-indexes', { query: {} }), 'UserNotFound');

    const mail = await waitUntilErased(admin);
    expect(mail.text).toContain('your organization have been erased');
    const tries = acceptInvitation(origin(), invited, password, 'A-password-of-mine');
    await expect(tries).rejects.toThrow(/Incorrect username or password/);
    expect(await snapshotOf([admin.authUserId, admin.email, invited])).toEqual([]);
    // Folders of builds that may still be written to, and the audit entry that the organization has ended.
    const left = await snapshotOf([admin.orgId]);
    const expected = /"sk":"SUPERSEDED#|"pk":"AUDIT#ERASED"/;
    expect(left.filter((line) => !expected.test(line))).toEqual([]);
    expect(left.filter((line) => line.includes('AUDIT#ERASED'))).toHaveLength(1);
  });

  test('is repeated from the log after a restore, without another mail', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const people = [member, admin];
    const ids = people.flatMap(({ authUserId, email }) => [authUserId, email]);
    const { item_id } = await createIndex(member, 'Back', await upload(member, 'b.csv', animals));
    await waitForBuild(admin, item_id);
    const restore = await saveItems([...ids, admin.orgId, item_id]);
    for (const person of people) {
      await erase(person, true);
      await advanceClock(origin(), '16s');
      await waitUntilErased(person);
    }
    await restore();
    expect(await snapshotOf([member.authUserId])).not.toEqual([]);

    const logged = readErasures(eraseLog()).filter(({ account }) => ids.includes(account));
    expect(logged).toEqual([
      { account: member.authUserId, user: expect.stringMatching(/^usr_/) },
      { account: admin.authUserId, user: expect.stringMatching(/^usr_/), org: admin.orgId },
    ]);
    expect(eraseLog(), 'only ids').not.toContain('@');
    for (const erasure of logged) expect(await repeat(erasure)).toEqual({ found: true });
    await advanceClock(origin(), '16s');
    await waitFor('the repeated erasures', async () => (await snapshotOf(ids)).length === 0);
    const left = /"sk":"SUPERSEDED#|"pk":"AUDIT#ERASED"/;
    await waitFor('the end of the organization', async () =>
      (await snapshotOf([admin.orgId])).every((line) => left.test(line)),
    );
    for (const erasure of logged) expect(await repeat(erasure)).toEqual({ found: false });
    for (const { email } of people) {
      const mails = await readMailbox(origin(), email);
      expect(mails.filter(({ subject }) => /has been erased/.test(subject))).toHaveLength(1);
    }
  });

  test('requires the own address and only works for oneself', async () => {
    const [person, other] = [await newUser(), await newUser()];
    await expectFailure(erase({ ...person, email: other.email }), 'Forbidden');
    await expectFailure(erase({ ...person, authUserId: other.authUserId }), 'Forbidden');
    await person.call('get-user', { query: {} });
  });
});
