import { expect, test } from 'vitest';
import { testSettings } from '#infra/test-settings.ts';
import { ownChoices, resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod');
const queueArn = { 'Fn::GetAtt': [expect.stringMatching(/^MailEventsQueue/), 'Arn'] };

test('bounces and complaints of all mail of the domain are reported', () => {
  const set = resourceNamed(prod, 'AWS::SES::ConfigurationSet', 'SentMail');
  // Only our own list suppresses addresses.
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

test('a rule sends the events of this environment to the queue', () => {
  const [rule] = resourcesOf(prod, 'AWS::Events::Rule');
  expect(rule?.Properties.EventPattern).toEqual({
    source: ['aws.ses'],
    'detail-type': ['Email Bounced', 'Email Complaint Received'],
    detail: { mail: { tags: { 'ses:configuration-set': ['antecede-prod-sent-mail'] } } },
  });
  expect(rule?.Properties.Targets).toEqual([{ Arn: queueArn, Id: 'Target0' }]);
});

test('only that rule may write to the queue, because a forged event would suppress an address', () => {
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

test('mail names the configuration set of its environment, so a shared domain reports to each its own', () => {
  const sender = resourcesOf(prod, 'AWS::Lambda::Function').find(
    ({ Properties }) => Properties.FunctionName === 'antecede-prod-send-mail',
  );
  expect(JSON.stringify(sender?.Properties.Environment.Variables.MAIL_CONFIGURATION_SET)).toMatch(
    /SentMail/,
  );
  const pool = resourceNamed(prod, 'AWS::Cognito::UserPool', 'Users');
  expect(JSON.stringify(pool.Properties.EmailConfiguration.ConfigurationSet)).toMatch(/SentMail/);
});

test('a domain that SES knows already is named, not made again', () => {
  const templates = synthesize('prod', ownChoices);
  expect(resourcesOf(templates, 'AWS::SES::EmailIdentity')).toEqual([]);
  expect(JSON.stringify(sendingResources(templates))).toContain('identity/antecede.test');
});

test('in the sandbox of SES, which authorises recipients like senders, the policy names them', () => {
  const sandboxRecipients = ['ada@antecede.test', 'team.test'];
  const templates = synthesize('prod', { mail: { ...testSettings.mail, sandboxRecipients } });
  const resources = JSON.stringify(sendingResources(templates));
  for (const name of sandboxRecipients) expect(resources).toContain(`identity/${name}`);
  expect(JSON.stringify(sendingResources(prod))).not.toContain('ada@');
});

/** What the policy lets the function that sends mail send with. */
function sendingResources(templates: typeof prod): unknown[] {
  return resourcesOf(templates, 'AWS::IAM::Role')
    .flatMap(({ Properties }) => Properties.Policies ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().includes('ses:SendEmail'))
    .flatMap(({ Resource }) => Resource);
}
