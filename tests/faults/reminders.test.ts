/** Reminders of staff over sixty days of the clock. The log of what was sent is printed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AttributeValue,
  DynamoDBClient,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reminder } from '#shared/contract/reminders.ts';
import { formatDay } from '#shared/format-day.ts';
import type { ReminderFile, Repetition } from '#shared/reminders.ts';
import { cognito, type Mail, readMailbox, signIn } from '#tests/api/support/cognito.ts';
import {
  animals,
  createIndex,
  upload,
  waitForBuild,
  waitForRebuild,
} from '#tests/api/support/datasets.ts';
import { orderFault } from '#tests/api/support/order-fault.ts';
import { clientAt, type Member, newAddress, newAdminAt } from '#tests/api/support/people.ts';
import { setUpApp, signInWithApp } from '#tests/clock/authenticator.ts';
import { advanceClock, readClock } from '#tests/support/clock.ts';
import { assemblyOf, close, kill, type Stack, startStack } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const days = 60;

let stack: Stack;
/** One for the whole file: each client keeps its connections open. */
let database: DynamoDBClient;
let staff: Member;
/** Key of the authenticator app of staff. */
let appKey: string;
beforeAll(async () => {
  stack = await startStack();
  database = new DynamoDBClient(stack.client);
  staff = await newAdminAt(stack.origin);
  await invoke('grant-staff', { email: staff.email, staff: true });
  const { AccessToken } = await signIn(stack.origin, staff);
  appKey = await setUpApp(AccessToken, false, stack.origin);
  await staff.call('confirm-second-factor', { body: {} });
});
afterAll(() => close(stack));

/** Calls in a session that begins now, with a code of the app. */
async function callAsStaff() {
  const { call } = await signInWithApp(staff, appKey, stack.origin);
  await call('confirm-second-factor', { body: {} });
  return call;
}

async function invoke(job: string, payload: object) {
  const { FunctionError } = await new LambdaClient(stack.client).send(
    new InvokeCommand({
      FunctionName: `antecede-local-${job}`,
      Payload: JSON.stringify(payload),
    }),
  );
  expect(FunctionError).toBeUndefined();
}

/** Sets a field of an organization's record past the product. */
async function setField({ orgId }: Member, name: string, value: AttributeValue): Promise<void> {
  const { functions } = await assemblyOf(stack);
  const TableName = functions.map(({ environment }) => environment.TABLE_ACCOUNTS).find(Boolean);
  await database.send(
    new UpdateItemCommand({
      TableName,
      Key: { pk: { S: `ORG#${orgId}` }, sk: { S: 'ORG' } },
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}

/** Sets the subscription of an organization as the payment provider would. */
async function setSubscription(member: Member, subscription: Record<string, unknown>) {
  const M = Object.fromEntries(
    Object.entries(subscription).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? { N: String(value) }
        : typeof value === 'string'
          ? { S: value }
          : { M: { behavior: { S: 'mark_uncollectible' } } },
    ]),
  );
  await setField(member, 'subscription', { M });
}

const rename = ({ call, orgId, authUserId }: Member, org_name: string) =>
  call('update-organization', { body: { org_id: orgId, auth_user_id: authUserId, org_name } });

const repetitions: Record<ReminderFile, Repetition> = {
  'trials-ending': { duration: 1, unit: 'days' },
  'past-due': { duration: 1, unit: 'days' },
  'paused-payments': { duration: 2, unit: 'weeks' },
  'unverified-sign-ups': { duration: 2, unit: 'days' },
  builds: { duration: 24, unit: 'hours' },
  'inactive-organizations': { duration: 1, unit: 'weeks' },
  'quota-near-end': { duration: 0, unit: 'days' },
};

const everyDays = ({ duration, unit }: Repetition) =>
  duration * { minutes: 1 / 1440, hours: 1 / 24, days: 1, weeks: 7 }[unit];

interface Fired {
  file: ReminderFile;
  scheduled_at: string;
  lines: number;
}

/** What the job has logged of each window, in order. It may run twice for one: when it was killed, for instance. */
function runs(): Fired[] {
  const file = join(stack.dataDir, 'logs', 'antecede-local-send-reminders.log');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const told = lines.filter((line) => line.includes('"reminder"'));
  const windows = told.map((line): Fired => JSON.parse(line));
  return [...new Map(windows.map((one) => [`${one.file} ${one.scheduled_at}`, one])).values()];
}

/** Mails that somebody delivers at the moment. */
async function underDelivery(): Promise<number> {
  const { functions } = await assemblyOf(stack);
  const TableName = functions.map(({ environment }) => environment.TABLE_ACTIVITY).find(Boolean);
  const { Count = 0 } = await database.send(
    new ScanCommand({
      TableName,
      Select: 'COUNT',
      FilterExpression: 'begins_with(pk, :mail) AND attribute_not_exists(sent_at)',
      ExpressionAttributeValues: { ':mail': { S: 'MAIL#' } },
    }),
  );
  return Count;
}

/** Digests in the mailbox of staff, oldest first. */
async function digests(): Promise<Mail[]> {
  const mails = await readMailbox(stack.origin, staff.email);
  return mails.filter(({ subject }) => / \(\d+\)$/.test(subject)).reverse();
}

test('each window of sixty days sends what there is to report, once, and nothing else', async () => {
  const admins = await Promise.all([1, 2, 3].map(() => newAdminAt(stack.origin)));
  const [trial, overdue, paused] = admins as [Member, Member, Member];
  const names = ['Trial Works', 'Overdue Works', 'Paused Works'];
  for (const [position, admin] of admins.entries()) await rename(admin, names[position]!);
  const start = Math.floor(Date.now() / 1000);
  await setSubscription(overdue, { id: 'sub_1', status: 'past_due', current_period_start: start });
  await setSubscription(paused, {
    id: 'sub_2',
    status: 'active',
    current_period_start: start,
    pause_collection: {},
  });
  const stranger = newAddress();
  await cognito(stack.origin, 'SignUp', {
    Username: stranger,
    Password: 'Long-enough-1',
    UserAttributes: [{ Name: 'email', Value: stranger }],
  });

  const call = await callAsStaff();
  const off = await call('list-reminders');
  expect(off.map(({ duration }) => duration)).toEqual(off.map(() => 0));
  const wanted = off.map((one): Reminder => ({ ...one, ...repetitions[one.file] }));
  const tampered = [{ ...wanted[0]!, subject: 'Buy now' }];
  await expect(call('update-reminders', { body: tampered })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
  expect(await call('update-reminders', { body: wanted })).toEqual(wanted);
  const on = wanted.filter(({ duration }) => duration > 0);
  // Saved, each reminder fires. A killed process may lose the last lines of its logs.
  await waitFor('the first reminders', () => runs().length === on.length);
  // A mail whose delivery is not noted when the process is killed would be sent again.
  await waitFor('their mails', async () => {
    const mailed = runs().filter(({ lines }) => lines > 0).length;
    return (await digests()).length >= mailed && (await underDelivery()) === 0;
  });
  // What staff have set outlives a restart, as it outlives a deployment.
  await kill(stack);
  stack = await startStack({ dataDir: stack.dataDir, port: stack.port });
  const again = await callAsStaff();
  expect(await again('list-reminders')).toEqual(wanted);

  const preview = await again('preview-reminder', { query: { file: 'paused-payments' } });
  expect(preview.lines).toEqual([
    { text: 'Paused Works: its payment is paused', path: `/admin/organizations/${paused.orgId}` },
  ]);
  expect(await again('send-reminder', { body: { file: 'paused-payments' } })).toEqual({
    sent: true,
  });
  expect(await again('send-reminder', { body: { file: 'builds' } })).toEqual({ sent: false });

  for (let day = 1; day <= days; day++) {
    await advanceClock(stack.origin, '24h');
    // A reminder fires when it is saved, and then once in each of its periods.
    const expected = on.reduce((sum, one) => sum + 1 + Math.floor(day / everyDays(one)), 0);
    await waitFor(`the reminders of day ${day}`, () => runs().length >= expected);
    // A claim to a delivery would run out if a day passed in the midst of it, and the mail be sent again: a mail is
    // in the mailbox before its delivery is noted.
    const mailed = runs().filter(({ lines }) => lines > 0).length + 1;
    await waitFor(`the mails of day ${day}`, async () => {
      return (await digests()).length >= mailed && (await underDelivery()) === 0;
    });
  }
  const fired = runs();
  for (const one of on) {
    const times = fired.filter(({ file }) => file === one.file);
    expect(times, one.file).toHaveLength(1 + Math.floor(days / everyDays(one)));
  }

  // The schedule delivers at least once: the same window again mails nothing.
  const told = fired.filter(({ lines }) => lines > 0);
  const { file, scheduled_at } = told.at(-1)!;
  await invoke('send-reminders', { file, scheduled_at, ...repetitions[file] });
  const mails = await waitFor('a mail for each digest', async () => {
    const found = await digests();
    // One was asked for by hand.
    return found.length >= told.length + 1 && found;
  });
  expect(mails).toHaveLength(told.length + 1);

  // Reminders that are due together are logged in any order.
  const first = Math.min(...fired.map(({ scheduled_at }) => Date.parse(scheduled_at)));
  const dayOf = (time: string) => Math.round((Date.parse(time) - first) / 86_400_000);
  const log = told.map(
    (one) => `day ${String(dayOf(one.scheduled_at)).padStart(2)}  ${one.file}: ${one.lines}`,
  );
  console.info(`${['Digests of sixty days:', ...log].join('\n')}\n${mails.at(-1)!.text}`);

  const daysOf = (name: ReminderFile) =>
    told.filter((one) => one.file === name).map((one) => dayOf(one.scheduled_at));
  // The trial of 21 days is reported while five of them or fewer are left, and no longer.
  const ending = daysOf('trials-ending');
  expect(ending.length).toBeGreaterThanOrEqual(5);
  expect(ending.length).toBeLessThanOrEqual(6);
  expect(Math.min(...ending)).toBeGreaterThanOrEqual(15);
  expect(Math.max(...ending)).toBeLessThanOrEqual(21);
  // Past due until the 21 days of retries are over; paused as long as it is.
  expect(Math.max(...daysOf('past-due'))).toBeLessThanOrEqual(21);
  expect(daysOf('paused-payments')).toEqual([0, 14, 28, 42, 56]);
  // Two days after the sign-up, and every second day from then on.
  expect(Math.min(...daysOf('unverified-sign-ups'))).toBeGreaterThanOrEqual(2);
  expect(daysOf('unverified-sign-ups').length).toBeGreaterThanOrEqual(28);
  // A month without a search; organizations that have expired are not meant.
  expect(Math.min(...daysOf('inactive-organizations'))).toBeGreaterThanOrEqual(28);
  expect(daysOf('builds')).toEqual([]);
  const texts = mails.map(({ text }) => text).join('\n');
  expect(texts).toContain(`Trial Works: its trial ends in 5 days`);
  expect(texts).toContain(`${stack.origin}/admin/organizations/${trial.orgId}`);
  expect(texts).toMatch(/Overdue Works: past due for \d+ days?, \d+ days? left/);
  expect(texts).toContain(`${stranger} signed up on`);
  const others = await readMailbox(stack.origin, trial.email);
  expect(others.filter(({ subject }) => / \(\d+\)$/.test(subject))).toEqual([]);
});

/** Sets the clock to the next noon: what is counted by day is not cut in two by midnight. */
async function waitForNoon(): Promise<void> {
  const now = await readClock(stack.origin);
  const noon = Math.ceil((now.getTime() - 43_200_000) / 86_400_000) * 86_400_000 + 43_200_000;
  await advanceClock(stack.origin, `${Math.ceil((noon - now.getTime()) / 1000)}s`);
}

test('builds that failed or hang and quotas near their end are reported as long as they are so', async () => {
  await waitForNoon();
  const call = await callAsStaff();
  const admin = await newAdminAt(stack.origin);
  await rename(admin, 'Busy Works');
  const path = `/admin/organizations/${admin.orgId}`;

  const unclosed = await upload(admin, 'broken.csv', 'id,title,text\n1,a,b\n2,a,"b, c\n');
  const broken = await createIndex(admin, 'Broken', unclosed);
  const { failure } = await waitForBuild(admin, broken.item_id);
  expect(failure).toBeTruthy();

  await setField(admin, 'queries_per_day', { N: '10' });
  const [key] = (await admin.call('list-index-keys', { query: {} })).us_patents!;
  const ask = () =>
    clientAt(stack.origin)('query-index', {
      params: { index_id: 'us_patents' },
      apiKey: key!.api_key,
      body: { request: { conceptFeaturesString: 'bees' } },
    });
  for (let query = 1; query <= 7; query++) await ask();
  const quota = () => call('preview-reminder', { query: { file: 'quota-near-end' } });
  expect((await quota()).lines).toEqual([]);
  await ask();
  const used = 'Busy Works: 8 of today’s 10 queries are used';
  expect((await quota()).lines).toEqual([{ text: used, path }]);

  const before = (await digests()).length;
  const off = (await call('list-reminders')).map((one): Reminder => ({ ...one, duration: 0 }));
  await call('update-reminders', { body: off });
  const watched: ReminderFile[] = ['builds', 'quota-near-end'];
  await call('update-reminders', {
    body: off.map(
      (one): Reminder => (watched.includes(one.file) ? { ...one, duration: 1, unit: 'days' } : one),
    ),
  });
  const mailed = (count: number) =>
    waitFor(`${count} digests`, async () => {
      const found = (await digests()).slice(before);
      return found.length >= count && found;
    });
  const [first, second] = (await mailed(2))
    .map(({ subject, text }) => `${subject}\n${text}`)
    .sort();
  expect(first).toContain('Builds that failed or hang (1)');
  expect(first).toContain(`Broken: ${failure}`);
  expect(second).toContain('Organizations near the end of their daily quota (1)');
  expect(second).toContain(used);
  for (const mail of [first, second]) expect(mail).toContain(stack.origin + path);

  // The file is mended, and another build cannot be started.
  await upload(admin, 'broken.csv', animals);
  const again = await admin.call('rebuild-index', { body: { index_id: broken.item_id } });
  expect(await waitForRebuild(admin, again)).not.toHaveProperty('failure');
  await orderFault(stack.origin, 'states:StartExecution', 'AccessDeniedException', {
    containing: 'stateMachineArn',
    times: 1000,
  });
  const hanging = await createIndex(admin, 'Hanging', await upload(admin, 'animals.csv', animals));
  const since = formatDay((await readClock(stack.origin)).toISOString());
  expect((await call('preview-reminder', { query: { file: 'builds' } })).lines).toEqual([]);

  await advanceClock(stack.origin, '24h');
  const next = (await mailed(3)).slice(2);
  expect(next.map(({ subject }) => subject)).toEqual(['Builds that failed or hang (1)']);
  expect(next[0]!.text).toMatch(`Hanging: its build has been running since ${since}, 12:`);
  expect(next[0]!.text).toContain(stack.origin + path);
  // The quota is whole again, and where the link leads is the build to be seen.
  const read = await callAsStaff();
  const detail = await read('get-organization-detail', { params: { org_id: admin.orgId } });
  expect(detail.indexes).toContainEqual(
    expect.objectContaining({ index_id: hanging.item_id, build: 'running' }),
  );
  expect(detail.quota).toEqual({ per_day: 10, used_today: 0, left: 10 });
  await waitFor('the second quota digest', async () => {
    const windows = runs().filter(({ file }) => file === 'quota-near-end');
    return windows.at(-1)?.lines === 0 && windows.length >= 2;
  });
  expect(await digests()).toHaveLength(before + 3);
});
