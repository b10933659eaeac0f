import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AwsError } from '#local/aws/service.ts';
import { clientId, openTestPool, poolId } from './test-pool.ts';

const email = 'ada@example.org';
const password = 'correct horse 1';

const app = { ClientId: clientId };
const user = { ...app, Username: email };
const admin = { UserPoolId: poolId, Username: email };
const UserAttributes = [{ Name: 'name', Value: 'Ada' }];
const auth = { USERNAME: email, PASSWORD: password };
const responses = { USERNAME: email, NEW_PASSWORD: password };
const claim = { PASSWORD_CLAIM_SECRET_BLOCK: 'A', PASSWORD_CLAIM_SIGNATURE: 'A', TIMESTAMP: 'A' };

/** Valid calls, whose members are replaced one by one. */
const calls: [operation: string, input: Record<string, unknown>][] = [
  ['SignUp', { ...user, Password: password, UserAttributes, ValidationData: UserAttributes }],
  ['ConfirmSignUp', { ...user, ConfirmationCode: '123456' }],
  ['ResendConfirmationCode', { ...user, ClientMetadata: { a: 'b' } }],
  ['InitiateAuth', { ...app, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: auth }],
  [
    'InitiateAuth',
    { ...app, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: 'f' } },
  ],
  [
    'InitiateAuth',
    { ...app, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: 'x' } },
  ],
  [
    'RespondToAuthChallenge',
    { ...app, ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 'x', ChallengeResponses: responses },
  ],
  [
    'RespondToAuthChallenge',
    {
      ...app,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: { USERNAME: email, ...claim },
    },
  ],
  ['ForgotPassword', user],
  ['ConfirmForgotPassword', { ...user, ConfirmationCode: '123456', Password: password }],
  ['ChangePassword', { AccessToken: '', PreviousPassword: password, ProposedPassword: password }],
  ['GetTokensFromRefreshToken', { ...app, RefreshToken: 'x' }],
  ['RevokeToken', { ...app, Token: 'x' }],
  ['GetUser', { AccessToken: '' }],
  ['UpdateUserAttributes', { AccessToken: '', UserAttributes }],
  ['SetUserMFAPreference', { AccessToken: '', SoftwareTokenMfaSettings: { Enabled: false } }],
  ['VerifySoftwareToken', { AccessToken: '', UserCode: '123456' }],
  ['AdminCreateUser', { ...admin, UserAttributes, DesiredDeliveryMediums: ['EMAIL'] }],
  ['AdminSetUserPassword', { ...admin, Password: password, Permanent: true }],
];

const nasty = fc.constantFrom<unknown>(
  '',
  'ada\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
  -1,
  0,
  1.5,
  Number.MAX_SAFE_INTEGER,
  null,
  true,
  [],
  {},
  [null],
  [{}],
  ['EMAIL'],
  'EMAIL',
  [{ Name: '__proto__', Value: 'x' }],
  [{ Name: 'name', Value: 1 }],
  [{ Name: null }],
  JSON.parse('{"__proto__":{"x":1},"constructor":"y","USERNAME":["z"]}'),
);
const value = fc.oneof(nasty, fc.jsonValue());

/** A copy of a call with one or two of its members replaced, at any depth. */
function malformed(input: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(input);
  const nested = names.flatMap((name) => {
    const inner = input[name];
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.keys(inner).map((key) => [name, key] as const)
      : [];
  });
  const place = fc.constantFrom<readonly string[]>(...names.map((name) => [name]), ...nested);
  return fc.array(fc.tuple(place, value), { minLength: 1, maxLength: 2 }).map((changes) => {
    const made = { ...input };
    for (const [[name = '', key], replacement] of changes) {
      made[name] =
        key === undefined ? replacement : { ...(made[name] as object), [key]: replacement };
    }
    return made;
  });
}

test.each(calls)(
  '%s refuses what is malformed with an error of its own',
  async (operation, input) => {
    const pool = await openTestPool();
    await pool.signUp(email, password);
    const { AuthenticationResult } = await pool.signIn(email, password);
    const { AccessToken } = AuthenticationResult;
    const valid = 'AccessToken' in input ? { ...input, AccessToken } : input;
    await fc.assert(
      fc.asyncProperty(malformed(valid), async (sent) => {
        const failure = await pool.call(operation, sent).catch((error: unknown) => error);
        if (!(failure instanceof Error)) return;
        expect(failure).toBeInstanceOf(AwsError);
        expect((failure as AwsError).statusCode).toBe(400);
      }),
      { numRuns: 200 },
    );
  },
);
