import { expect, test } from 'vitest';
import { errorCatalog } from '#shared/errors.ts';
import { toIdentityError } from '#web/lib/auth/identity.ts';
import { cognito, signIn, waitForMail } from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import { invite, newAccount, newAddress, newAdmin, newUser, origin } from './support/people.ts';

const password = 'a long password';
const wait = 'Too many attempts. Please wait 1 minute and try again.';

/** Tries until it is refused. Returns the refusal as the pages show it. */
async function untilRefused(attempt: () => Promise<unknown>, most: number): Promise<string> {
  for (let at = 0; at < most; at++) {
    const error = await attempt().catch((failure: Error) => failure);
    if (!(error instanceof Error)) continue;
    const { message } = toIdentityError(error) as Error;
    if (message.startsWith('Too many attempts')) return message;
  }
  throw new Error(`not refused in ${most} attempts`);
}

test('sign-ins with an address are limited, whether or not it has an account', async () => {
  const person = await newAccount();
  // With correct passwords, because the user pool itself limits wrong ones earlier.
  expect(await untilRefused(() => signIn(origin(), person), 150)).toBe(wait);
  const stranger = { email: newAddress(), password };
  expect(await untilRefused(() => signIn(origin(), stranger), 150)).toBe(wait);
});

test('sign-ups with an address are limited in every spelling, whether or not it has an account', async () => {
  const signUp = (Username: string) =>
    cognito(origin(), 'SignUp', { Username, Password: password });
  const address = newAddress();
  expect(await untilRefused(() => signUp(address), 15)).toBe(wait);
  // Each minute gives one more attempt, and other tests advance the clock.
  expect(await untilRefused(() => signUp(address.toUpperCase()), 3)).toBe(wait);
  const { email } = await newAccount();
  expect(await untilRefused(() => signUp(email), 15)).toBe(wait);
});

test.each(['ForgotPassword', 'ResendConfirmationCode'])(
  '%s is limited by the user pool, whether or not the address has an account',
  async (operation) => {
    const known = operation === 'ForgotPassword' ? (await newAccount()).email : newAddress();
    if (operation === 'ResendConfirmationCode') {
      await cognito(origin(), 'SignUp', { Username: known, Password: password });
    }
    const refusals = [known, newAddress()].map((Username) =>
      untilRefused(() => cognito(origin(), operation, { Username }), 15),
    );
    const { message } = errorCatalog.TooManyAttempts;
    expect(await Promise.all(refusals)).toEqual([message, message]);
  },
);

test('codes that a signed-in person requests for an address are limited', async () => {
  const { accessToken: AccessToken, email } = await newUser();
  const change = () =>
    cognito(origin(), 'UpdateUserAttributes', {
      AccessToken,
      ClientId: undefined,
      UserAttributes: [
        {
          Name: 'email',
          Value: newAddress(),
        },
      ],
    });
  expect(await untilRefused(change, 10)).toBe(wait);
  await waitForMail(origin(), email, /verification code/);
});

test('invitations of an address are limited, whether or not it has an account elsewhere', async () => {
  const admin = await newAdmin();
  const other = await newAdmin();
  for (const email of [newAddress(), other.email]) {
    await invite(admin, email);
    const again = () => invite(admin, email, { resend: true });
    // An invitation takes a second, so many are sent at once.
    await Promise.allSettled(Array.from({ length: 14 }, again));
    expect(await untilRefused(again, 5)).toBe(wait);
    await expectFailure(again(), 'TooManyAttempts');
  }
});
