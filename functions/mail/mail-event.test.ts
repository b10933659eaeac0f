import { expect, test } from 'vitest';
import { mailEvent, undeliverable } from './mail-event.ts';

const undeliverableOf = (event: unknown) => undeliverable(mailEvent.parse(event));

const mail = { destination: ['Ada <Ada@Example.com>'] };

const bounce = (bounceType: string, emailAddress = 'ada@example.com') => ({
  source: 'aws.ses',
  detail: {
    eventType: 'Bounce',
    mail,
    bounce: { bounceType, bouncedRecipients: [{ emailAddress, status: '5.1.1' }] },
  },
});

test('a hard bounce and a complaint are reasons to suppress', () => {
  expect(undeliverableOf(bounce('Permanent'))).toEqual([
    { address: 'ada@example.com', reason: 'bounce' },
  ]);
  const complaint = { complainedRecipients: [{ emailAddress: 'ADA@example.com' }] };
  expect(
    undeliverableOf({ source: 'aws.ses', detail: { eventType: 'Complaint', mail, complaint } }),
  ).toEqual([{ address: 'ada@example.com', reason: 'complaint' }]);
});

test.each(['Transient', 'Undetermined'])('a soft bounce is not a reason: %s', (bounceType) => {
  expect(undeliverableOf(bounce(bounceType))).toEqual([]);
});

test('an address that the mail was not sent to is not suppressed', () => {
  expect(undeliverableOf(bounce('Permanent', 'victim@example.com'))).toEqual([]);
});

test.each([
  {},
  { source: 'someone', detail: bounce('Permanent').detail },
  { source: 'aws.ses', detail: { eventType: 'Delivery', mail } },
  { source: 'aws.ses', detail: { eventType: 'Bounce', mail } },
  bounce('Forever'),
])('what is not a bounce or complaint of SES is refused: %j', (event) => {
  expect(() => undeliverableOf(event)).toThrow('invalid_');
});
