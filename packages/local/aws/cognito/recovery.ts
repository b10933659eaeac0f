import { withPassword } from './admin.ts';
import { deliveryDetails, redeemCode, sendCode } from './codes.ts';
import { appOperation, ownOperation } from './operation.ts';
import { checkPassword } from './password.ts';
import { password, text, userName } from './shape.ts';
import { provePassword } from './sign-in.ts';
import { createVerifier } from './srp.ts';
import { forgetWrongPasswords, isLockedOut, limitExceeded } from './throttle.ts';
import { notAuthorized } from './tokens.ts';
import { runTrigger } from './triggers.ts';
import { saveUser, userOrStandIn } from './users.ts';

const forgotPassword = appOperation(
  { Username: userName },
  async (cognito, { client, pool }, { Username, ClientMetadata }) => {
    const user = userOrStandIn(cognito, pool, Username);
    const { email, email_verified } = user.attributes;
    const reachable = email !== undefined && email_verified === 'true';
    if (reachable && user.status === 'FORCE_CHANGE_PASSWORD') {
      throw notAuthorized('User password cannot be reset in the current state.');
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
    const user = userOrStandIn(cognito, pool, Username);
    checkPassword(pool, Password);
    redeemCode(cognito, user, 'forgot-password', ConfirmationCode);
    const changed = withPassword(pool, user, Password);
    saveUser(cognito, changed);
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
    checkPassword(pool, ProposedPassword);
    if (isLockedOut(cognito, `${pool.id}:${user.username}`)) throw limitExceeded();
    provePassword(cognito, pool, user, PreviousPassword);
    saveUser(cognito, {
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
