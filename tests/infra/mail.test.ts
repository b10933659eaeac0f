import { expect, test } from 'vitest';
import { resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod');
const queueArn = { 'Fn::GetAtt': [expect.stringMatching(/^MailEventsQueue/), 'Arn'] };

test('bounces and complaints of all mail of the domain are reported', () => {
  const set = resourceNamed(prod, 'AWS::SES::ConfigurationSet', 'SentMail');
  // Our list alone decides who gets mail.
  expect(set.Properties.SuppressionOptions).toEqual({ SuppressedReasons: [] });
  const [identity] = resourcesOf(prod, 'AWS::SES::EmailIdentity');
  expect(identity?.Properties.ConfigurationSetAttributes.ConfigurationSetName.Ref).toMatch(
    /^SentMail/,
  );
  const [destination] = resourcesOf(prod, 'AWS::SES::ConfigurationSetEventDestination');
  expect(destination?.Properties.EventDestination).toMatchObject({
    Enabled: true,
    MatchingEventTypes: ['bounce', 'complaint'],
  });
});

test('a rule takes the events of this environment to the queue', () => {
  const [rule] = resourcesOf(prod, 'AWS::Events::Rule');
  expect(rule?.Properties.EventPattern).toEqual({
    source: ['aws.ses'],
    'detail-type': ['Email Bounced', 'Email Complaint Received'],
    detail: { mail: { tags: { 'ses:configuration-set': ['antecede-prod-sent-mail'] } } },
  });
  expect(rule?.Properties.Targets).toEqual([{ Arn: queueArn, Id: 'Target0' }]);
});

test('nobody but that rule may write to the queue: a forged event would silence an address', () => {
  const writers = [
    ...resourcesOf(prod, 'AWS::IAM::Role').flatMap(({ Properties }) => Properties.Policies ?? []),
    ...resourcesOf(prod, 'AWS::SQS::QueuePolicy').map(({ Properties }) => Properties),
  ]
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Allow')
    .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
    .filter(({ Resource }) => JSON.stringify(Resource).includes('MailEventsQueue'));
  expect(writers).toEqual([
    expect.objectContaining({
      Principal: { Service: 'events.amazonaws.com' },
      Condition: {
        ArnEquals: {
          'aws:SourceArn': { 'Fn::GetAtt': [expect.stringMatching(/^MailEvents/), 'Arn'] },
        },
      },
    }),
  ]);
});
