// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of CloudFormation and IAM
import { describe, expect, it } from 'vitest';
import { checkStatement } from './check-statement.ts';
import { isAllowed, type Statement } from './match-policy.ts';

const allow = (statement: Partial<Statement>): Statement => ({
  Effect: 'Allow',
  Action: 's3:GetObject',
  Resource: '*',
  ...statement,
});
const request = (action: string, resource = 'arn:aws:s3:::b/k', context = {}) => ({
  action,
  resource,
  context,
});

describe('policy statements', () => {
  it('deny by default', () => {
    expect(isAllowed([], request('s3:GetObject'))).toBe(false);
  });

  it('allow by wildcard, whatever the case of the action', () => {
    const statements = [allow({ Action: ['s3:Get*'], Resource: 'arn:aws:s3:::b/?' })];
    expect(isAllowed(statements, request('S3:getobject'))).toBe(true);
    expect(isAllowed(statements, request('s3:PutObject'))).toBe(false);
    expect(isAllowed(statements, request('s3:GetObject', 'arn:aws:s3:::b/kk'))).toBe(false);
  });

  it('let an explicit Deny win', () => {
    const statements = [allow({}), allow({ Effect: 'Deny', Resource: 'arn:aws:s3:::b/*' })];
    expect(isAllowed(statements, request('s3:GetObject'))).toBe(false);
    expect(isAllowed(statements, request('s3:GetObject', 'arn:aws:s3:::other/k'))).toBe(true);
  });

  it('understand NotAction and NotResource', () => {
    const statements = [
      allow({
        Action: undefined,
        NotAction: 's3:Delete*',
        Resource: undefined,
        NotResource: '*/secret',
      }),
    ];
    expect(isAllowed(statements, request('s3:GetObject'))).toBe(true);
    expect(isAllowed(statements, request('s3:DeleteObject'))).toBe(false);
    expect(isAllowed(statements, request('s3:GetObject', 'b/secret'))).toBe(false);
  });

  it.each([
    ['StringEquals', 'a', true],
    ['StringEquals', 'b', false],
    ['StringEquals', undefined, false],
    ['StringNotEquals', 'a', false],
    ['StringNotEquals', undefined, true],
    ['StringEqualsIfExists', undefined, true],
    ['ForAllValues:StringEquals', ['a', 'a'], true],
    ['ForAllValues:StringEquals', ['a', 'b'], false],
    ['ForAnyValue:StringEquals', ['a', 'b'], true],
    ['ForAnyValue:StringEquals', undefined, false],
  ])('judge %s of %j', (operator, actual, expected) => {
    const statements = [allow({ Condition: { [operator]: { 's3:prefix': 'a' } } })];
    const context = actual === undefined ? {} : { 'S3:Prefix': actual };
    expect(isAllowed(statements, request('s3:GetObject', 'x', context))).toBe(expected);
  });

  it('ask for an absent key with Null', () => {
    const statements = [allow({ Condition: { Null: { 'kms:EncryptionContextKeys': true } } })];
    expect(isAllowed(statements, request('s3:GetObject'))).toBe(true);
    expect(
      isAllowed(statements, request('s3:GetObject', 'x', { 'kms:EncryptionContextKeys': 'a' })),
    ).toBe(false);
  });

  it('match what wildcards of expressions would match literally', () => {
    const statements = [allow({ Resource: 'arn:aws:s3:::b/(a|b)+[x].csv' })];
    expect(isAllowed(statements, request('s3:GetObject', 'arn:aws:s3:::b/(a|b)+[x].csv'))).toBe(
      true,
    );
    expect(isAllowed(statements, request('s3:GetObject', 'arn:aws:s3:::b/aax.csv'))).toBe(false);
    const any = [allow({ Resource: 'arn:aws:s3:::b/org/1/*' })];
    expect(isAllowed(any, request('s3:GetObject', 'arn:aws:s3:::b/org/1/a\nb'))).toBe(true);
    expect(isAllowed(any, request('s3:GetObject', 'arn:aws:s3:::b/ORG/1/a'))).toBe(false);
  });

  it('keep patterns of actions and of resources apart', () => {
    expect(isAllowed([allow({ Action: '*' })], request('s3:GetObject'))).toBe(true);
    expect(isAllowed([allow({ Resource: 'i*' })], request('s3:GetObject'))).toBe(false);
  });

  it('grant nothing without an action or a resource', () => {
    expect(isAllowed([allow({ Resource: undefined })], request('s3:GetObject'))).toBe(false);
    expect(isAllowed([allow({ Action: undefined })], request('s3:GetObject'))).toBe(false);
  });
});

describe('a policy is refused before anything runs when it has', () => {
  it.each<[string, Partial<Statement>, string]>([
    ['a date', { Condition: { DateLessThan: { 'aws:CurrentTime': 'x' } } }, 'DateLessThan'],
    ['a qualifier alone', { Condition: { IfExists: { 's3:prefix': 'x' } } }, 'IfExists'],
    ['a property of objects', { Condition: { constructor: { 's3:prefix': 'x' } } }, 'constructor'],
    [
      'a key that nobody tells',
      { Condition: { StringNotEquals: { 'aws:PrincipalTag/team': 'x' } } },
      'aws:PrincipalTag/team',
    ],
    ['a variable', { Resource: 'arn:aws:s3:::b/${aws:username}' }, 'policy variable'],
    ['an element that is not of identity policies', { Principal: '*' } as never, 'Principal'],
    ['another effect', { Effect: 'allow' as never }, 'Effect'],
  ])('%s', (_, statement, named) => {
    expect(() => checkStatement(allow(statement))).toThrow(named);
  });
});
