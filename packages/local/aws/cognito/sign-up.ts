import { randomUUID } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';
import { checkAttributes, checkRequired } from './attributes.ts';
import { deliveryDetails, redeemCode, sendCode } from './codes.ts';
import type { Cognito } from './context.ts';
import { appOperation } from './operation.ts';
import { checkPassword } from './password.ts';
import type { Pool } from './pool.ts';
import { attributes, invalidParameter, isEmail, password, text, userName } from './shape.ts';
import { createVerifier } from './srp.ts';
import { notAuthorized } from './tokens.ts';
import { runTrigger } from './triggers.ts';
import type { User } from './user.ts';
import { saveUser, userOrStandIn } from './users.ts';

/** A user that is not stored yet. The address by which they sign in becomes an attribute. */
export function newUser(
  cognito: Cognito,
  pool: Pool,
  name: string,
  given: Record<string, string>,
  newPassword: string,
): User {
  const own: Record<string, string> = { sub: randomUUID(), ...given };
  if (!isEmail(name)) throw invalidParameter('Username should be an email.');
  if (given.email !== undefined && given.email.toLowerCase() !== name.toLowerCase()) {
    throw invalidParameter('The attribute email must equal the username.');
  }
  own.email = name;
  own.email_verified ??= 'false';
  const now = cognito.clock.now();
  const username = String(own.sub);
  return {
    poolId: pool.id,
    username,
    status: 'UNCONFIRMED',
    attributes: own,
    password: createVerifier(pool.name, username, newPassword),
    createdAt: now,
    modifiedAt: now,
  };
}

const signUp = appOperation(
  {
    Username: userName,
    Password: password,
    UserAttributes: attributes,
    ValidationData: attributes,
  },
  async (cognito, { client, pool }, input) => {
    checkPassword(pool, input.Password);
    checkAttributes(pool, client, input.UserAttributes);
    const user = newUser(cognito, pool, input.Username, input.UserAttributes, input.Password);
    checkRequired(pool, user.attributes);
    const clientMetadata = input.ClientMetadata;
    await runTrigger(cognito, pool, 'PreSignUp', {
      source: 'PreSignUp_SignUp',
      user,
      clientId: client.id,
      request: { validationData: input.ValidationData, clientMetadata },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
    if (!cognito.store.addUser(user)) {
      throw new AwsError(
        'UsernameExistsException',
        'An account with the given email already exists.',
      );
    }
    await sendCode(cognito, pool, user, {
      purpose: 'sign-up',
      source: 'CustomMessage_SignUp',
      to: user.attributes.email,
      clientId: client.id,
      clientMetadata,
    });
    return {
      UserConfirmed: false,
      UserSub: user.attributes.sub,
      CodeDeliveryDetails: deliveryDetails(input.Username),
    };
  },
);

const confirmSignUp = appOperation(
  { Username: userName, ConfirmationCode: text },
  async (cognito, { client, pool }, { Username, ConfirmationCode, ClientMetadata }) => {
    const user = userOrStandIn(cognito, pool, Username);
    if (user.status !== 'UNCONFIRMED') {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    }
    redeemCode(cognito, user, 'sign-up', ConfirmationCode);
    const attributes = { ...user.attributes, email_verified: 'true' };
    const confirmed: User = { ...user, status: 'CONFIRMED', attributes };
    saveUser(cognito, confirmed);
    await runTrigger(cognito, pool, 'PostConfirmation', {
      source: 'PostConfirmation_ConfirmSignUp',
      user: confirmed,
      clientId: client.id,
      request: { clientMetadata: ClientMetadata },
      response: {},
    });
    return {};
  },
);

const resendConfirmationCode = appOperation(
  { Username: userName },
  async (cognito, { client, pool }, { Username, ClientMetadata }) => {
    const user = userOrStandIn(cognito, pool, Username);
    if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
    await sendCode(cognito, pool, user, {
      purpose: 'sign-up',
      source: 'CustomMessage_ResendCode',
      to: user.attributes.email,
      clientId: client.id,
      clientMetadata: ClientMetadata,
    });
    return { CodeDeliveryDetails: deliveryDetails(Username) };
  },
);

/** Sign-up of one's own account. */
export const signUpOperations = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
};
