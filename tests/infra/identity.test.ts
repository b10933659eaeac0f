import { describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod');
const pool = resourceNamed(prod, 'AWS::Cognito::UserPool', 'Users');
const client = resourcesOf(prod, 'AWS::Cognito::UserPoolClient')[0]!.Properties;

describe('the user pool', () => {
  test('identifies people by their e-mail address, regardless of case', () => {
    expect(pool.Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
  });

  test('requires long passwords and offers a second factor without a telephone', () => {
    expect(pool.Properties.Policies.PasswordPolicy).toMatchObject({
      MinimumLength: limits.passwordMinLength,
      TemporaryPasswordValidityDays: 7,
    });
    expect(pool.Properties).toMatchObject({
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    });
  });

  test('is kept in production and sends from our own address', () => {
    expect(pool.DeletionPolicy).toBe('Retain');
    expect(pool.Properties).toMatchObject({
      DeletionProtection: 'ACTIVE',
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
    });
  });

  test('is behind a firewall that limits mails more than sign-ins', () => {
    const firewall = resourceNamed({ Identity: prod.Identity! }, 'AWS::WAFv2::WebACL', 'Firewall');
    const { Rules, Scope } = firewall.Properties;
    expect(Scope).toBe('REGIONAL');
    const limit = (name: string) =>
      Rules.find((rule: { Name: string }) => rule.Name === name).Statement.RateBasedStatement;
    const mails = limit('MailsPerAddress');
    expect(mails.Limit).toBeLessThan(limit('SignInsPerAddress').Limit);
    const match = mails.ScopeDownStatement.RegexMatchStatement;
    expect(match.FieldToMatch.SingleHeader).toEqual({ Name: 'x-amzn-cognito-operation-name' });
    const mailing = ['SignUp', 'ForgotPassword', 'ResendConfirmationCode', 'InitiateAuth'].map(
      (operation) => new RegExp(match.RegexString).test(operation),
    );
    expect(mailing).toEqual([true, true, true, false]);
    expect(new Set(Rules.map((rule: { Priority: number }) => rule.Priority)).size).toBe(
      Rules.length,
    );
    const [association] = resourcesOf(prod, 'AWS::WAFv2::WebACLAssociation');
    expect(association?.Properties).toEqual({
      ResourceArn: { 'Fn::GetAtt': [pool.id, 'Arn'] },
      WebACLArn: { 'Fn::GetAtt': [firewall.id, 'Arn'] },
    });
  });
});

describe('the client of the browser', () => {
  test('may change name and address, never role or organization', () => {
    expect(client.WriteAttributes.toSorted()).toEqual(['email', 'name']);
    expect(client.ReadAttributes).toContain('custom:org_id');
  });

  test('signs in without sending passwords and does not reveal who has an account', () => {
    expect(client.ExplicitAuthFlows).toEqual(['ALLOW_USER_SRP_AUTH']);
    expect(client).toMatchObject({
      PreventUserExistenceErrors: 'ENABLED',
      GenerateSecret: false,
      AllowedOAuthFlowsUserPoolClient: false,
    });
  });

  test('gets tokens for an hour, which a sign-out revokes', () => {
    expect(client).toMatchObject({
      IdTokenValidity: 60,
      AccessTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
    });
  });
});
