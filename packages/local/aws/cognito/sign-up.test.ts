import { expect, test } from 'vitest';
import { FunctionError } from '#local/aws/service.ts';
import { clientId, openTestPool } from './test-pool.ts';

const email = 'ada@example.org';
const password = 'correct horse 1';
const signUp = { ClientId: clientId, Username: email, Password: password };
const confirm = (ConfirmationCode: string) => ({
  ClientId: clientId,
  Username: email,
  ConfirmationCode,
});

test('the code is mailed, works once, and confirms the address', async () => {
  const pool = await openTestPool();
  const answer = await pool.call('SignUp', signUp);
  expect(answer).toMatchObject({
    UserConfirmed: false,
    CodeDeliveryDetails: { Destination: 'a***@e***' },
  });
  expect(pool.mails).toMatchObject([
    { from: 'no-reply@verificationemail.com', to: email, subject: 'Your verification code' },
  ]);
  const code = pool.code();
  await pool.call('ConfirmSignUp', confirm(code));
  await expect(pool.call('ConfirmSignUp', confirm(code))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  });
});

test.each([
  [
    'the address in other letters',
    { Username: 'ADA@Example.org' },
    'UsernameExistsException',
    'An account with the given email already exists.',
  ],
  [
    'a short password',
    { Password: 'short 1' },
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  ],
  ['no address', { Username: 'ada' }, 'InvalidParameterException', 'Username should be an email.'],
  [
    'an address that SES cannot deliver to',
    { Username: 'jürgen@example.org' },
    'InvalidParameterException',
    'Username should be an email.',
  ],
  [
    'a line break',
    { Username: 'a@b.c\r\nBcc: d@e.f' },
    'InvalidParameterException',
    expect.stringMatching(/^Username: /),
  ],
  [
    'an invisible letter',
    { Username: 'a\u200bda@example.org' },
    'InvalidParameterException',
    expect.stringMatching(/^Username: /),
  ],
  [
    'a role',
    { UserAttributes: [{ Name: 'custom:role', Value: 'admin' }] },
    'NotAuthorizedException',
    'A client attempted to write unauthorized attribute',
  ],
  [
    'a verified address',
    { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] },
    'NotAuthorizedException',
    'A client attempted to write unauthorized attribute',
  ],
  [
    'an unknown attribute',
    { UserAttributes: [{ Name: 'shoe_size', Value: '42' }] },
    'InvalidParameterException',
    expect.stringContaining('does not exist in the schema'),
  ],
  [
    'no password',
    { Password: undefined },
    'InvalidParameterException',
    expect.stringMatching(/^Password: /),
  ],
  [
    'another client',
    { ClientId: 'none' },
    'ResourceNotFoundException',
    'User pool client none does not exist.',
  ],
  [
    'an unknown member',
    { SecretHash: 'x' },
    'InvalidParameterException',
    'SecretHash is not emulated',
  ],
])('signing up with %s is refused', async (_, changes, code, message) => {
  const pool = await openTestPool();
  await pool.call('SignUp', signUp);
  const input = { ...signUp, Username: 'b@example.org', ...changes };
  await expect(pool.call('SignUp', input)).rejects.toMatchObject({ code, message });
});

test('five wrong codes lock all codes of the account for a time, new ones included', async () => {
  const pool = await openTestPool();
  await pool.call('SignUp', signUp);
  const wrong = pool.code() === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i++) {
    await expect(pool.call('ConfirmSignUp', confirm(wrong))).rejects.toMatchObject({
      code: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    });
  }
  await pool.call('ResendConfirmationCode', { ClientId: clientId, Username: email });
  await expect(pool.call('ConfirmSignUp', confirm(pool.code()))).rejects.toMatchObject({
    code: 'LimitExceededException',
    message: 'Attempt limit exceeded, please try after some time.',
  });
  pool.clock.advancedMs += 16 * 60e3;
  await pool.call('ConfirmSignUp', confirm(pool.code()));
});

test('a code expires after a day, and a new one replaces the old', async () => {
  const pool = await openTestPool();
  await pool.call('SignUp', signUp);
  const old = pool.code();
  pool.clock.advancedMs += 25 * 3600e3;
  await expect(pool.call('ConfirmSignUp', confirm(old))).rejects.toMatchObject({
    code: 'ExpiredCodeException',
    message: 'Invalid code provided, please request a code again.',
  });
  await pool.call('ResendConfirmationCode', { ClientId: clientId, Username: email });
  await pool.call('ConfirmSignUp', confirm(pool.code()));
});

test('the number of mailed codes is limited', async () => {
  const pool = await openTestPool();
  await pool.call('SignUp', signUp);
  const resend = () => pool.call('ResendConfirmationCode', { ClientId: clientId, Username: email });
  for (let i = 0; i < 9; i++) await resend();
  await expect(resend()).rejects.toMatchObject({ code: 'LimitExceededException' });
});

test('the answers do not tell whether a user exists', async () => {
  const unknown = { ClientId: clientId, Username: 'no@example.org' };
  const hiding = await openTestPool();
  await expect(
    hiding.call('ConfirmSignUp', { ...unknown, ConfirmationCode: '123456' }),
  ).rejects.toMatchObject({ code: 'ExpiredCodeException' });
  expect(await hiding.call('ResendConfirmationCode', unknown)).toMatchObject({
    CodeDeliveryDetails: { Destination: 'n***@e***' },
  });
});

test('the triggers of the pool decide about a sign-up, word its mail and run after its confirmation', async () => {
  const events: { triggerSource: string }[] = [];
  const pool = await openTestPool({
    pool: {
      LambdaConfig: {
        PreSignUp: 'arn:pre',
        CustomMessage: 'arn:message',
        PostConfirmation: 'arn:post',
      },
    },
    // biome-ignore lint/suspicious/noExplicitAny: events differ by trigger
    invoke: async (arn, event: any) => {
      events.push(event);
      if (event.request.userAttributes.email === 'spam@example.org') {
        throw new FunctionError('Error', 'No spam');
      }
      if (arn === 'arn:message') {
        event.response.emailSubject = 'Hello';
        event.response.emailMessage = `<p>Code &amp; more: <b>${event.request.codeParameter}</b></p>`;
      }
      return event;
    },
  });
  await pool.signUp(email, password);
  expect(pool.mails[0]).toMatchObject({
    subject: 'Hello',
    text: expect.stringMatching(/^Code & more: \d{6}$/),
  });
  expect(events.map((event) => event.triggerSource)).toEqual([
    'PreSignUp_SignUp',
    'CustomMessage_SignUp',
    'PostConfirmation_ConfirmSignUp',
  ]);
  await expect(
    pool.call('SignUp', { ...signUp, Username: 'spam@example.org' }),
  ).rejects.toMatchObject({
    code: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error No spam.',
  });
});

test.each([
  [2, undefined],
  [3, 'UnexpectedLambdaException'],
])('a trigger that is too slow %d times is called again', async (slow, code) => {
  let calls = 0;
  const pool = await openTestPool({
    pool: { LambdaConfig: { PreSignUp: 'arn:pre' } },
    invoke: async (_, event) => {
      calls++;
      if (calls <= slow) throw new FunctionError('Sandbox.Timedout', 'Task timed out');
      return event;
    },
  });
  const failure = await pool.call('SignUp', signUp).catch((error) => error);
  expect([calls, failure.code]).toEqual([3, code]);
});
