import { codeMismatch, deliveryDetails, redeemCode, sendCode } from '#local/aws/cognito/codes.ts';
import { appOperation, ownOperation } from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import { invalidParameter, password, text, userName } from '#local/aws/cognito/shape.ts';
import { provePassword } from '#local/aws/cognito/sign-in.ts';
import { createVerifier } from '#local/aws/cognito/srp.ts';
import { forgetWrongPasswords, isLockedOut, limitExceeded } from '#local/aws/cognito/throttle.ts';
import { notAuthorized } from '#local/aws/cognito/tokens.ts';
import { runTrigger } from '#local/aws/cognito/triggers.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { saveUser, userOrStandIn } from '#local/aws/cognito/users.ts';

const forgotPassword = appOperation(
  { Username: userName },
  async (cognito, { client, pool }, { Username, ClientMetadata }) => {
    const user = userOrStandIn(cognito, { client, pool }, Username);
    const { email, email_verified } = user.attributes;
    const reachable =
      pool.recoverByEmail && email !== undefined && email_verified === 'true' && user.enabled;
    if (reachable && user.status === 'FORCE_CHANGE_PASSWORD')
      throw notAuthorized('User password cannot be reset in the current state.');
    if (!reachable && !client.hideUserExistence) {
      if (!user.enabled) throw notAuthorized('User is disabled.');
      throw invalidParameter(
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      );
    }
    await sendCode(cognito, pool, user, {
      purpose: 'forgot-password',
      source: 'CustomMessage_ForgotPassword',
      to: reachable ? email : undefined,
      clientId: client.id,
      clientMetadata: ClientMetadata,
    });
    return { CodeDeliveryDetails: deliveryDetails(Username) };
  },
);

const confirmForgotPassword = appOperation(
  { Username: userName, ConfirmationCode: text, Password: password },
  async (cognito, { client, pool }, { Username, ConfirmationCode, Password, ClientMetadata }) => {
    const user = userOrStandIn(cognito, { client, pool }, Username);
    checkPassword(pool.passwordPolicy, Password);
    if (!user.enabled) throw codeMismatch();
    redeemCode(cognito, user, 'forgot-password', ConfirmationCode);
    const changed: User = {
      ...user,
      status: 'CONFIRMED',
      password: createVerifier(pool.name, user.username, Password),
    };
    saveUser(cognito, pool, changed);
    forgetWrongPasswords(cognito, `${pool.id}:${user.username}`);
    await runTrigger(cognito, pool, 'PostConfirmation', {
      source: 'PostConfirmation_ConfirmForgotPassword',
      user: changed,
      clientId: client.id,
      request: { clientMetadata: ClientMetadata },
      response: {},
    });
    return {};
  },
);

const changePassword = ownOperation(
  { PreviousPassword: password, ProposedPassword: password },
  async (cognito, { pool, user }, { PreviousPassword, ProposedPassword }) => {
    checkPassword(pool.passwordPolicy, ProposedPassword);
    if (isLockedOut(cognito, `${pool.id}:${user.username}`)) throw limitExceeded();
    provePassword(cognito, pool, user, PreviousPassword);
    saveUser(cognito, pool, {
      ...user,
      password: createVerifier(pool.name, user.username, ProposedPassword),
    });
    return {};
  },
);

/** A forgotten or changed password. */
export const recoveryOperations = {
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
};
