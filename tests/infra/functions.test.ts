import { describe, expect, test } from 'vitest';
import { endpoints } from '#infra/endpoints.ts';
import { type Grants, grantsOfAccess } from '#infra/grants.ts';
import { type JobName, jobs } from '#infra/jobs.ts';
import { contract, type EndpointName, endpointNames } from '#shared/contract/contract.ts';
import { envName } from '#shared/resources.ts';
import { resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod');
const functions = resourcesOf(prod, 'AWS::Lambda::Function');
const kinds = {
  tables: 'table',
  buckets: 'bucket',
  queues: 'queue',
  encryptionKeys: 'encryptionKey',
  stateMachines: 'stateMachine',
} as const;

/** Names of the variables that tell a function of its resources, from what it is granted. */
function variablesOf(...grants: Grants[]): Set<string> {
  return new Set(
    grants.flatMap((grant) =>
      Object.entries(kinds).flatMap(([field, kind]) =>
        Object.keys(grant[field as keyof typeof kinds] ?? {}).map((name) => envName(kind, name)),
      ),
    ),
  );
}

function grantsOf(name: string): Grants[] {
  if (!(name in contract)) return [jobs[name as JobName].grants];
  const endpoint = name as EndpointName;
  return [grantsOfAccess[contract[endpoint].access], endpoints[endpoint].grants];
}

test('every endpoint and every job is a function', () => {
  const names = functions.map(({ Properties }) => Properties.FunctionName);
  const expected = [...endpointNames, ...Object.keys(jobs)].map((name) => `antecede-prod-${name}`);
  expect(new Set(names)).toEqual(new Set(expected));
  expect(names).toHaveLength(expected.length);
});

describe.each(functions.map(({ Properties }) => ({ name: Properties.FunctionName, Properties })))(
  '$name',
  ({ name, Properties }) => {
    test('runs on Node 24 and arm64, traced', () => {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      });
    });

    test('knows exactly the resources it is granted something on', () => {
      const told = Object.keys(Properties.Environment.Variables).filter((variable) =>
        /^(TABLE|BUCKET|QUEUE|KEY|STATE_MACHINE)_/.test(variable),
      );
      const granted = variablesOf(...grantsOf(name.replace('antecede-prod-', '')));
      expect(new Set(told)).toEqual(granted);
    });
  },
);

test('no two functions share a role or a log group', () => {
  const roles = functions.map(({ Properties }) => JSON.stringify(Properties.Role));
  const logs = functions.map(({ Properties }) => JSON.stringify(Properties.LoggingConfig.LogGroup));
  expect(new Set(roles).size).toBe(functions.length);
  expect(new Set(logs).size).toBe(functions.length);
});

test('logs are forgotten', () => {
  const retention = resourcesOf(prod, 'AWS::Logs::LogGroup').map(
    (g) => g.Properties.RetentionInDays,
  );
  expect(new Set(retention)).toEqual(new Set([365]));
});

test('outputs are validated on one machine only', () => {
  const validating = (templates: typeof prod) =>
    resourcesOf(templates, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment.Variables.VALIDATE_OUTPUTS === 'true',
    ).length;
  expect(validating(prod)).toBe(0);
  expect(validating(synthesize('local'))).toBe(functions.length);
});

test('queues hand out a few mails at a time, exports and erasures one by one, and take failed ones back', () => {
  const mappings = resourcesOf(prod, 'AWS::Lambda::EventSourceMapping').map((m) => m.Properties);
  expect(mappings.map(({ BatchSize }) => String(BatchSize)).toSorted()).toEqual(['1', '1', '5']);
  for (const { FunctionResponseTypes } of mappings) {
    expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  }
});

test('builds are looked after every quarter of an hour', () => {
  const [schedule] = resourcesOf(prod, 'AWS::Scheduler::Schedule');
  expect(schedule?.Properties.ScheduleExpression).toBe('rate(15 minutes)');
});

test('the user pool, and nobody else, has its mails worded', () => {
  const pool = resourceNamed(prod, 'AWS::Cognito::UserPool', 'Users');
  const [functionId] = pool.Properties.LambdaConfig.CustomMessage['Fn::GetAtt'];
  expect(functionId).toMatch(/^WordAccountMail/);
  const permissions = resourcesOf(prod, 'AWS::Lambda::Permission').filter(
    ({ Properties }) => Properties.FunctionName['Fn::GetAtt']?.[0] === functionId,
  );
  expect(permissions.map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [pool.id, 'Arn'] },
    }),
  ]);
});
