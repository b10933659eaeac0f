import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ServiceEvent } from '#local/aws/events/events.ts';
import { callAsHost } from '#local/aws/run-operation.ts';
import { permissionsOf } from '#local/aws/test-call.ts';
import { mailboxPage } from './mailbox-page.ts';
import { openSes } from './ses.ts';

const identity = {
  stack: 'test',
  logicalId: 'Sender',
  type: 'AWS::SES::EmailIdentity',
  ref: 'example.org',
  attributes: {},
  metadata: {},
  properties: { EmailIdentity: 'example.org' },
};

async function openTestSes(dataDir = mkdtempSync(join(tmpdir(), 'ses-'))) {
  const events: ServiceEvent[] = [];
  const publish = (event: ServiceEvent) => events.push(event);
  const ses = await openSes({ dataDir, clock: { now: () => 1e12 }, publish });
  await ses.declare(identity);
  return { ses, dataDir, events };
}

/** The same with a configuration set of the identity that reports these kinds of events. */
async function openReportingSes(...MatchingEventTypes: string[]) {
  const opened = await openTestSes();
  const set = { ...identity, logicalId: 'Set', type: 'AWS::SES::ConfigurationSet', ref: 'set' };
  const destination = { ...set, type: 'AWS::SES::ConfigurationSetEventDestination' };
  await opened.ses.declare({ ...set, properties: { Name: 'set' } });
  await opened.ses.declare({
    ...destination,
    properties: {
      ConfigurationSetName: 'set',
      EventDestination: {
        Enabled: true,
        EventBridgeDestination: { EventBusArn: 'arn:aws:events:x:0:event-bus/default' },
        MatchingEventTypes,
      },
    },
  });
  const ConfigurationSetAttributes = { ConfigurationSetName: 'set' };
  await opened.ses.declare({
    ...identity,
    properties: { ...identity.properties, ConfigurationSetAttributes },
  });
  return opened;
}

const simple = (Simple: object) => ({ Simple });

function mail(changes: object = {}) {
  return {
    FromEmailAddress: 'Antecede <hello@mail.example.org>',
    Destination: { ToAddresses: ['ada@example.com'] },
    Content: simple({
      Subject: { Data: 'Ready' },
      Body: { Text: { Data: 'Your index is ready' } },
    }),
    ...changes,
  };
}

test('a sent mail is in the mailbox, also after a restart', async () => {
  const { ses, dataDir } = await openTestSes();
  const { MessageId } = (await callAsHost(ses, 'SendEmail', mail())) as { MessageId: string };
  expect(MessageId).toBeTruthy();
  await ses.deliver({
    from: 'a@example.org',
    to: 'b@example.com',
    subject: 'Second',
    html: '<p>x',
  });
  await ses.close();
  const { ses: again } = await openTestSes(dataDir);
  expect(again.messages()).toEqual([
    {
      from: 'a@example.org',
      to: 'b@example.com',
      subject: 'Second',
      html: '<p>x',
      text: '',
      date: '2001-09-09T01:46:40.000Z',
    },
    expect.objectContaining({
      to: 'ada@example.com',
      subject: 'Ready',
      text: 'Your index is ready',
    }),
  ]);
});

test('a sender without a declared identity is refused', async () => {
  const { ses } = await openTestSes();
  await expect(
    callAsHost(ses, 'SendEmail', mail({ FromEmailAddress: 'x@other.org' })),
  ).rejects.toMatchObject({
    code: 'MessageRejected',
    message: expect.stringContaining('not verified'),
  });
  const local = { from: 'x@other.org', to: 'a@example.com', subject: 'Code' };
  await expect(ses.deliver(local)).rejects.toMatchObject({ code: 'MessageRejected' });
  await ses.deliver({ ...local, from: 'no-reply@verificationemail.com' });
  expect(ses.messages()).toHaveLength(1);
});

test.each([
  ['sender', { FromEmailAddress: 'a@example.org\r\nBcc: all@example.com' }],
  ['recipient', { Destination: { ToAddresses: ['a@example.com\nBcc: b@example.com'] } }],
  [
    'subject',
    {
      Content: simple({
        Subject: { Data: 'Hi\r\nBcc: b@example.com' },
        Body: { Text: { Data: 'x' } },
      }),
    },
  ],
])('line breaks in the %s are refused', async (_, changes) => {
  const { ses } = await openTestSes();
  await expect(callAsHost(ses, 'SendEmail', mail(changes))).rejects.toMatchObject({
    code: 'BadRequestException',
  });
  expect(ses.messages()).toEqual([]);
});

test.each([
  { FromEmailAddress: { x: 'a@example.org' } },
  { Destination: 'ada@example.com' },
  { Destination: { ToAddresses: 'ada@example.com' } },
  { Content: 'Ready' },
  { Content: simple({ Subject: { Data: 'x' }, Body: { Text: { Data: 'x', Charset: 'utf-7' } } }) },
  { Content: simple({ Subject: { Data: 'x' }, Body: {} }) },
  { ReplyToAddresses: ['a@example.org'] },
  { FromEmailAddressIdentityArn: 'arn:aws:ses:eu-west-1:0:identity/example.org' },
])('%j is refused as malformed or not emulated', async (changes) => {
  const { ses } = await openTestSes();
  const refused = callAsHost(ses, 'SendEmail', mail(changes));
  await expect(refused).rejects.toMatchObject({ code: 'BadRequestException' });
});

test('an address that SES does not deliver to is refused', async () => {
  const { ses } = await openTestSes();
  for (const to of ['jürgen@example.com', 'ada@exämple.com', 'ada\u200b@example.com']) {
    await expect(
      callAsHost(ses, 'SendEmail', mail({ Destination: { ToAddresses: [to] } })),
      to,
    ).rejects.toMatchObject({ code: 'BadRequestException' });
  }
});

test('sending needs the permission of the identity', async () => {
  const { ses } = await openTestSes();
  expect(await permissionsOf(ses, 'SendEmail', mail())).toMatchObject([
    {
      action: 'ses:SendEmail',
      resource: 'arn:aws:ses:eu-west-1:000000000000:identity/example.org',
      context: {
        'ses:FromAddress': 'hello@mail.example.org',
        'ses:Recipients': ['ada@example.com'],
      },
    },
  ]);
});

test('other operations and unknown configuration sets fail loudly', async () => {
  const { ses } = await openTestSes();
  await expect(callAsHost(ses, 'SendBulkEmail', {})).rejects.toThrow('not emulated');
  await expect(
    callAsHost(ses, 'SendEmail', mail({ ConfigurationSetName: 'none' })),
  ).rejects.toMatchObject({ code: 'NotFoundException' });
});

test('a damaged mailbox is named, with the remedy', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ses-'));
  writeFileSync(
    join(dataDir, 'mailbox.sqlite'),
    'not a database, but long enough to be looked at'.repeat(30),
  );
  await expect(openSes({ dataDir, clock: Date })).rejects.toThrow(/mailbox\.sqlite .*delete it/);
});

test('the page escapes what mails say and gives their HTML no rights', () => {
  const page = mailboxPage([
    {
      to: '<a@b.c>',
      from: 'x@y.z',
      subject: '<script>1</script>',
      text: '<b>',
      html: '<p class="q">"hi"</p>',
      date: '2026-11-21T10:00:00.000Z',
    },
  ]);
  expect(page).not.toContain('<script');
  expect(page).toContain('srcdoc="&lt;base target=&quot;_blank&quot;&gt;&lt;p class=&quot;q&quot;');
  expect(page).not.toContain('allow-scripts');
});

test('the oldest mails are deleted when the mailbox is full', async () => {
  const { ses } = await openTestSes();
  for (let i = 0; i < 503; i++) {
    await ses.deliver({ from: 'a@example.org', to: 'b@example.com', subject: `${i}` });
  }
  const subjects = ses.messages().map(({ subject }) => subject);
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, '502', '3']);
});

test.each([
  ['bounce@simulator.amazonses.com', 'Email Bounced'],
  ['Bounce+1@simulator.amazonses.com', 'Email Bounced'],
  ['suppressionlist@simulator.amazonses.com', 'Email Bounced'],
  ['complaint+x@simulator.amazonses.com', 'Email Complaint Received'],
])('mail to %s is kept and reported: %s', async (address, detailType) => {
  const { ses, events } = await openReportingSes('bounce', 'complaint');
  await callAsHost(ses, 'SendEmail', mail({ Destination: { ToAddresses: [address] } }));
  await ses.deliver({ from: 'a@example.org', to: address, subject: 'Code' });
  expect(ses.messages()).toHaveLength(2);
  expect(events.map((event) => event.detailType)).toEqual([detailType, detailType]);
  expect(events[0]!.detail).toMatchObject({
    mail: { destination: [address], tags: { 'ses:configuration-set': ['set'] } },
  });
});

test('events that no destination asks for are not reported', async () => {
  const to = (address: string) => mail({ Destination: { ToAddresses: [address] } });
  const { ses, events } = await openReportingSes('bounce');
  await callAsHost(ses, 'SendEmail', to('complaint@simulator.amazonses.com'));
  await callAsHost(ses, 'SendEmail', to('success@simulator.amazonses.com'));
  await callAsHost(ses, 'SendEmail', to('bounce@example.com'));
  const { ses: silent, events: none } = await openTestSes();
  await callAsHost(silent, 'SendEmail', to('bounce@simulator.amazonses.com'));
  expect([...events, ...none]).toEqual([]);
});

test('an identity with a configuration set needs the permission of both', async () => {
  const { ses } = await openReportingSes('bounce');
  const permissions = await permissionsOf(ses, 'SendEmail', mail());
  expect(permissions.map(({ resource }) => resource)).toEqual([
    'arn:aws:ses:eu-west-1:000000000000:identity/example.org',
    'arn:aws:ses:eu-west-1:000000000000:configuration-set/set',
  ]);
});
