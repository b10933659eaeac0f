import { expect, test } from 'vitest';
import { openEvents } from './events.ts';
import { patternMatches } from './pattern.ts';

const resource = {
  stack: 'test',
  logicalId: 'Rule',
  type: 'AWS::Events::Rule',
  ref: 'rule',
  attributes: {},
  metadata: {},
};
const properties = {
  EventPattern: { source: ['aws.ses'], detail: { mail: { tags: { set: ['mine'] } } } },
  Targets: [{ Id: 'Target0', Arn: 'arn:aws:sqs:eu-west-1:000000000000:queue' }],
};

function openTestEvents() {
  const sent: { queueArn: string; body: string }[] = [];
  const events = openEvents({
    clock: { now: () => 1e12 },
    region: 'eu-west-1',
    account: '000000000000',
    send: (queueArn, body) => sent.push({ queueArn, body }),
  });
  return { events, sent };
}

const event = (set: string) => ({
  source: 'aws.ses',
  detailType: 'Email Bounced',
  detail: { mail: { tags: { set: [set] } } },
});

test('an event reaches the queues of the rules that it matches, and no other', async () => {
  const { events, sent } = openTestEvents();
  await events.declare({ ...resource, properties });
  events.publish(event('mine'));
  events.publish(event('another'));
  expect(sent.map(({ queueArn }) => queueArn)).toEqual([properties.Targets[0]!.Arn]);
  expect(JSON.parse(sent[0]!.body)).toMatchObject({
    source: 'aws.ses',
    'detail-type': 'Email Bounced',
    time: '2001-09-09T01:46:40.000Z',
    detail: { mail: { tags: { set: ['mine'] } } },
  });
});

test.each([
  { EventPattern: { source: [{ prefix: 'aws.' }] } },
  { ScheduleExpression: 'rate(1 hour)' },
  { Targets: [{ Id: 'x', Arn: 'arn:aws:lambda:eu-west-1:000000000000:function:f' }] },
])('%j is refused, because it is not emulated', async (changes) => {
  const { events } = openTestEvents();
  await expect(
    events.declare({ ...resource, properties: { ...properties, ...changes } }),
  ).rejects.toThrow('test/Rule');
});

test('every field must match, by any of its values', () => {
  const pattern = { a: ['1', '2'], b: { c: ['3'] } };
  expect(patternMatches(pattern, { a: '2', b: { c: ['0', '3'] } })).toBe(true);
  expect(patternMatches(pattern, { a: '2', b: { c: ['0'] } })).toBe(false);
  expect(patternMatches(pattern, { a: '2' })).toBe(false);
});
