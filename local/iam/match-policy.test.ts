// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of CloudFormation and IAM
import { describe, expect, it } from 'vitest';
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

  it('fail loudly on an operator or a policy variable they do not know', () => {
    const operator = [allow({ Condition: { DateLessThan: { 'aws:CurrentTime': 'x' } } })];
    expect(() =>
      isAllowed(operator, request('s3:GetObject', 'x', { 'aws:CurrentTime': 'y' })),
    ).toThrow('DateLessThan');
    const variable = [allow({ Resource: 'arn:aws:s3:::b/${aws:username}' })];
    expect(() => isAllowed(variable, request('s3:GetObject'))).toThrow('policy variables');
  });
});
