import { describe, expect, it } from 'vitest';
import type { Resource } from '#local/assembly/resource.ts';
import { openAccess } from './access.ts';
import { checkWiring } from './check-wiring.ts';
import type { Statement } from './match-policy.ts';
import { readRoles } from './roles.ts';

const functionArn = 'arn:aws:lambda:eu-west-1:000000000000:function:job';
const queue = 'arn:aws:sqs:eu-west-1:000000000000:work';
const roleArn = 'arn:aws:iam::000000000000:role/machine';

const resource = (type: string, properties: object): Resource => ({
  stack: 's',
  logicalId: 'Thing',
  type,
  ref: 'thing',
  attributes: { Arn: 'arn:thing' },
  properties,
  metadata: {},
});

function check(
  resources: Resource[],
  statements: Statement[],
  sources: string[] = [],
  failureQueues: ReadonlyMap<string, string> = new Map(),
): void {
  checkWiring({
    resources,
    eventSources: sources.map((queueArn) => ({
      queueArn,
      functionName: 'job',
      batchSize: 1,
      batchWindowMs: 0,
      reportBatchItemFailures: false,
    })),
    failureQueues,
    access: openAccess(new Map([[roleArn, { arn: roleArn, statements }]]), () => roleArn),
    mayInvoke: () => false,
    roleOfFunction: () => roleArn,
  });
}

const machine = resource('AWS::StepFunctions::StateMachine', {
  RoleArn: roleArn,
  DefinitionString: JSON.stringify({ States: { One: { Resource: functionArn } } }),
});
const schedule = resource('AWS::Scheduler::Schedule', {
  Target: { Arn: functionArn, RoleArn: roleArn },
});
const pool = resource('AWS::Cognito::UserPool', { LambdaConfig: { PreSignUp: functionArn } });

describe('wiring', () => {
  it.each([
    ['a state machine', machine],
    ['a schedule', schedule],
  ])('%s needs a role that may invoke its functionArn', (_, wired) => {
    expect(() => check([wired], [])).toThrow(/Thing: .* lambda:InvokeFunction on resource: .*:job/);
    check(
      [wired],
      [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: `${functionArn}*` }],
    );
  });

  it('a function needs a role that may write to the queue of what it failed with', () => {
    const queueArn = 'arn:aws:sqs:eu-west-1:000000000000:failed';
    const failed = new Map([['job', queueArn]]);
    expect(() => check([], [], [], failed)).toThrow(/failed events of job: .* sqs:SendMessage/);
    check([], [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn }], [], failed);
  });

  it('a user pool needs the permission of its trigger', () => {
    expect(() => check([pool], [])).toThrow('Thing: the user pool has no permission to invoke job');
  });

  it('a rule needs the permission of the queue it writes to, which may name no other rule', () => {
    const rule = resource('AWS::Events::Rule', { Targets: [{ Id: 'one', Arn: queue }] });
    const policy = (sourceArn: string) =>
      resource('AWS::SQS::QueuePolicy', {
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Allow',
              Principal: { Service: 'events.amazonaws.com' },
              Action: ['sqs:SendMessage'],
              Resource: queue,
              Condition: { ArnEquals: { 'aws:SourceArn': sourceArn } },
            },
          ],
        },
      });
    const refusal = `Thing: the rule has no permission to write to ${queue}`;
    expect(() => check([rule], [])).toThrow(refusal);
    expect(() => check([rule, policy('arn:another')], [])).toThrow(refusal);
    check([rule, policy('arn:thing')], []);
  });

  it('a functionArn needs to read the queue that invokes it', () => {
    expect(() => check([], [], [queue])).toThrow('sqs:ReceiveMessage');
    check([], [{ Effect: 'Allow', Action: 'sqs:*', Resource: queue }], [queue]);
  });
});

describe('roles', () => {
  it('refuse managed policies whose text is not known', () => {
    const role = resource('AWS::IAM::Role', {
      ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'],
    });
    expect(() => readRoles([role])).toThrow('role Thing: unknown managed policy');
  });
});
