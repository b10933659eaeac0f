import { expect, test } from 'vitest';
import { undeliverable } from './mail-event.ts';

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
  expect(undeliverable(bounce('Permanent'))).toEqual([
    { address: 'ada@example.com', reason: 'bounce' },
  ]);
  const complaint = { complainedRecipients: [{ emailAddress: 'ADA@example.com' }] };
  expect(
    undeliverable({ source: 'aws.ses', detail: { eventType: 'Complaint', mail, complaint } }),
  ).toEqual([{ address: 'ada@example.com', reason: 'complaint' }]);
});

test.each(['Transient', 'Undetermined'])('a soft bounce is no reason: %s', (bounceType) => {
  expect(undeliverable(bounce(bounceType))).toEqual([]);
});

test('an address that the mail was not sent to is not suppressed', () => {
  expect(undeliverable(bounce('Permanent', 'victim@example.com'))).toEqual([]);
});

test.each([
  {},
  { source: 'someone', detail: bounce('Permanent').detail },
  { source: 'aws.ses', detail: { eventType: 'Delivery', mail } },
  { source: 'aws.ses', detail: { eventType: 'Bounce', mail } },
  bounce('Forever'),
])('what is no bounce or complaint of SES is refused: %j', (event) => {
  expect(() => undeliverable(event)).toThrow('invalid_');
});
