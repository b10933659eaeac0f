import { expect, test } from 'vitest';
import { codeOf, cognito, signIn, waitForMail } from './support/cognito.ts';
import { newAccount, origin } from './support/people.ts';

test('sign-up and forgotten password have different mails', async () => {
  const { email } = await newAccount();
  await waitForMail(origin(), email, /^Your Antecede verification code$/);
  await cognito(origin(), 'ForgotPassword', { Username: email });
  const mail = await waitForMail(origin(), email, /^Your Antecede password reset code$/);
  expect(mail.from).toMatch(/^Antecede </);
  const password = 'another long one';
  await cognito(origin(), 'ConfirmForgotPassword', {
    Username: email,
    Password: password,
    ConfirmationCode: codeOf(mail),
  });
  expect(await signIn(origin(), { email, password })).toHaveProperty('IdToken');
});
