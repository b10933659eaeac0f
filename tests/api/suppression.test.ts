/** Addresses with bounces or complaints get no more mail of the product. */
import { randomBytes } from 'node:crypto';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, inject, test } from 'vitest';
import { personHash } from '#core/storage/person-hash.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { cognito, readMailbox, signIn, signUp, waitForMail } from './support/cognito.ts';
import { clientOf, invite, newAddress, newAdmin, origin } from './support/people.ts';
import { snapshotOf } from './support/stores.ts';

const { endpoint, credentials, region } = inject('installation');
const ready = 'Your data is ready to download';

/** Somebody at an address of SES's mailbox simulator: the code for signing up has already bounced. */
async function newPersonAt(kind: 'bounce' | 'complaint' | 'success') {
  const email = `${kind}+${randomBytes(6).toString('hex')}@simulator.amazonses.com`;
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const authUserId = await signUp(origin(), { email, password, name: 'Ada Byron' });
  const { IdToken } = await signIn(origin(), { email, password });
  const call = clientOf(IdToken);
  const user = await call('create-user', {
    body: { full_name: 'Ada Byron', email, auth_user_id: authUserId, type: 'sign_up' },
  });
  return { email, authUserId, userId: 'item_id' in user && user.item_id, call };
}

type Somebody = Awaited<ReturnType<typeof newPersonAt>>;

const entryOf = async (email: string) =>
  (await snapshotOf([`SUPPRESSED#${personHash(email)}`])).join('\n');

const waitUntilSuppressed = (email: string) =>
  waitFor(`${email} to be suppressed`, async () => (await entryOf(email)) || undefined);

/** Requests an archive and waits until its mail was sent or suppressed. */
async function requestMail({ call, authUserId, userId }: Somebody): Promise<void> {
  await call('request-data-export', { body: { auth_user_id: authUserId } });
  await waitFor('the mail to be dealt with', async () => {
    const [request] = await snapshotOf([`EXPORT#${userId}`]);
    const exportId = /"export_id":"([^"]+)"/.exec(request ?? '')?.[1];
    const deliveries = exportId ? await snapshotOf([`MAIL#export-ready/${exportId}`]) : [];
    return deliveries.some((line) => line.includes('sent_at'));
  });
}

const mailsAbout = async (email: string, subject: string) =>
  (await readMailbox(origin(), email)).filter((mail) => mail.subject === subject);

/** What the operator's command does: `npm run mail -- lift`. */
async function lift(email: string) {
  const { Payload } = await new LambdaClient({ endpoint, region, credentials }).send(
    new InvokeCommand({
      FunctionName: 'antecede-local-lift-suppression',
      Payload: JSON.stringify({ email }),
    }),
  );
  return JSON.parse(Payload!.transformToString());
}

test.each(['bounce', 'complaint'] as const)(
  'after a %s, no mail is sent any more',
  async (kind) => {
    const person = await newPersonAt(kind);
    const entry = await waitUntilSuppressed(person.email);
    expect(entry).toContain(`"reason":"${kind}"`);
    expect(entry).not.toContain(person.email);
    await requestMail(person);
    expect(await mailsAbout(person.email, ready)).toEqual([]);
  },
);

test('a complaint takes ten invitations from the organization that invited', async () => {
  const admin = await newAdmin();
  const taken = async () => {
    const [line = '{}'] = await snapshotOf([`ATTEMPTS#invite_new#${personHash(admin.orgId)}`]);
    return Number(/"tat":(\d+)/.exec(line)?.[1] ?? 0);
  };
  const email = `complaint+${randomBytes(6).toString('hex')}@simulator.amazonses.com`;
  await invite(admin, email);
  const before = Date.now();
  await waitUntilSuppressed(email);
  // A second each, in the local installation.
  expect((await taken()) - before).toBeGreaterThan(5000);
});

test('codes are still sent', async () => {
  const { email } = await newPersonAt('bounce');
  await waitUntilSuppressed(email);
  await cognito(origin(), 'ForgotPassword', { Username: email });
  const mail = await waitForMail(origin(), email, /password reset code/);
  expect(mail.to).toBe(email);
});

test('the operator allows mail again, in any spelling of the address', async () => {
  const person = await newPersonAt('complaint');
  await waitUntilSuppressed(person.email);
  expect(await lift(person.email.toUpperCase())).toMatchObject({ lifted: { reason: 'complaint' } });
  expect(await lift(person.email)).toEqual({ lifted: null });
  await requestMail(person);
  expect(await mailsAbout(person.email, ready)).toHaveLength(1);
  await waitUntilSuppressed(person.email);
});

test('an address without bounces is not changed', async () => {
  const person = await newPersonAt('success');
  await requestMail(person);
  expect(await mailsAbout(person.email, ready)).toHaveLength(1);
  expect(await entryOf(person.email)).toBe('');
});

test('an event twice, a soft bounce and a forged one change nothing', async () => {
  const sqs = new SQSClient({ endpoint, region, credentials });
  const QueueUrl = inject('installation').queues.find((url) => url.includes('MailEventsQueue'))!;
  const [twice, soft, victim] = [newAddress(), newAddress(), newAddress()];
  const bounce = (bounceType: string, address: string, destination = address) => ({
    source: 'aws.ses',
    detail: {
      eventType: 'Bounce',
      mail: { destination: [destination] },
      bounce: { bounceType, bouncedRecipients: [{ emailAddress: address }] },
    },
  });
  const hard = bounce('Permanent', twice);
  const events = [
    hard,
    bounce('Transient', soft),
    bounce('Permanent', victim, soft),
    { ...bounce('Permanent', victim), source: 'somebody' },
    hard,
  ];
  for (const event of events)
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }));
  await waitUntilSuppressed(twice);
  expect(await entryOf(soft)).toBe('');
  expect(await entryOf(victim)).toBe('');
});
