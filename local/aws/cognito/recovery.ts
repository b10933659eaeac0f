import { deliveryDetails, expiredCode, redeemCode, sendCode } from '#local/aws/cognito/codes.ts';
import {
  clientOf,
  findUser,
  invalidParameter,
  type Operation,
  saveUser,
  text,
  userNotFound,
} from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import { provePassword } from '#local/aws/cognito/sign-in.ts';
import { createVerifier } from '#local/aws/cognito/srp.ts';
import { forgetWrongPasswords } from '#local/aws/cognito/throttle.ts';
import { notAuthorized, readAccessToken } from '#local/aws/cognito/tokens.ts';
import { runTrigger } from '#local/aws/cognito/triggers.ts';
import type { User } from '#local/aws/cognito/user.ts';

const forgotPassword: Operation = {
  members: ['ClientId', 'Username'],
  async run(cognito, input) {
    const { client, pool } = clientOf(cognito, input);
    const name = text(input, 'Username');
    const user = findUser(cognito, pool, name);
    const { email, email_verified } = user?.attributes ?? {};
    const reachable = pool.recoverByEmail && email && email_verified === 'true' && user?.enabled;
    if (!user || !reachable) {
      if (client.hideUserExistence) return { CodeDeliveryDetails: deliveryDetails(name) };
      if (!user) throw userNotFound();
      if (!user.enabled) throw notAuthorized('User is disabled.');
      throw invalidParameter(
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      );
    }
    if (user.status === 'FORCE_CHANGE_PASSWORD')
      throw notAuthorized('User password cannot be reset in the current state.');
    const CodeDeliveryDetails = await sendCode(cognito, pool, user, {
      purpose: 'forgot-password',
      source: 'CustomMessage_ForgotPassword',
      to: email,
      clientId: client.id,
      clientMetadata: input.ClientMetadata,
    });
    return { CodeDeliveryDetails };
  },
};

const confirmForgotPassword: Operation = {
  members: ['ClientId', 'Username', 'ConfirmationCode', 'Password'],
  async run(cognito, input) {
    const { client, pool } = clientOf(cognito, input);
    const code = text(input, 'ConfirmationCode');
    const password = text(input, 'Password', 1024);
    const user = findUser(cognito, pool, text(input, 'Username'));
    checkPassword(pool.passwordPolicy, password);
    if (!user) throw client.hideUserExistence ? expiredCode() : userNotFound();
    redeemCode(cognito, user, 'forgot-password', code);
    const changed: User = {
      ...user,
      status: 'CONFIRMED',
      password: createVerifier(pool.name, user.username, password),
    };
    saveUser(cognito, pool, changed);
    forgetWrongPasswords(cognito, `${pool.id}:${user.username}`);
    await runTrigger(cognito, pool, 'PostConfirmation', {
      source: 'PostConfirmation_ConfirmForgotPassword',
      user: changed,
      clientId: client.id,
      request: { clientMetadata: input.ClientMetadata },
      response: {},
    });
    return {};
  },
};

const changePassword: Operation = {
  members: ['AccessToken', 'PreviousPassword', 'ProposedPassword'],
  async run(cognito, input) {
    const { pool, user } = await readAccessToken(cognito, text(input, 'AccessToken', 16_384));
    const password = text(input, 'ProposedPassword', 1024);
    checkPassword(pool.passwordPolicy, password);
    provePassword(cognito, pool, user, user.username, text(input, 'PreviousPassword', 1024));
    saveUser(cognito, pool, {
      ...user,
      password: createVerifier(pool.name, user.username, password),
    });
    return {};
  },
};

/** A forgotten or changed password. */
export const recoveryOperations = {
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
};
