import { randomUUID } from 'node:crypto';
import { checkAttributes, checkRequired } from '#local/aws/cognito/attributes.ts';
import { deliveryDetails, redeemCode, sendCode } from '#local/aws/cognito/codes.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import { appOperation } from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import {
  attributes,
  invalidParameter,
  isEmail,
  type Metadata,
  password,
  text,
  userName,
} from '#local/aws/cognito/shape.ts';
import { createVerifier } from '#local/aws/cognito/srp.ts';
import { notAuthorized } from '#local/aws/cognito/tokens.ts';
import { runTrigger } from '#local/aws/cognito/triggers.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { saveUser, signInNameOf, userOrStandIn } from '#local/aws/cognito/users.ts';
import { AwsError } from '#local/aws/service.ts';

/** A user that is not stored yet: the address becomes an attribute where it is the sign-in name. */
export function newUser(
  cognito: Cognito,
  pool: Pool,
  name: string,
  given: Record<string, string>,
  newPassword: string,
): User {
  const own: Record<string, string> = { sub: randomUUID(), ...given };
  if (pool.emailIsUsername) {
    if (!isEmail(name)) throw invalidParameter('Username should be an email.');
    if (given.email !== undefined && given.email.toLowerCase() !== name.toLowerCase())
      throw invalidParameter('The attribute email must equal the username.');
    own.email = name;
  }
  if (own.email) own.email_verified ??= 'false';
  const now = cognito.clock.now();
  const username = pool.emailIsUsername ? String(own.sub) : name;
  return {
    poolId: pool.id,
    username,
    status: 'UNCONFIRMED',
    enabled: true,
    attributes: own,
    password: createVerifier(pool.name, username, newPassword),
    createdAt: now,
    modifiedAt: now,
  };
}

/** Confirms a user and tells the pool's trigger. */
export async function confirmUser(
  cognito: Cognito,
  pool: Pool,
  user: User,
  verifyEmail: boolean,
  clientId?: string,
  clientMetadata?: Metadata,
): Promise<void> {
  const confirmed: User = { ...user, status: 'CONFIRMED', attributes: { ...user.attributes } };
  if (verifyEmail) confirmed.attributes.email_verified = 'true';
  saveUser(cognito, pool, confirmed);
  await runTrigger(cognito, pool, 'PostConfirmation', {
    source: 'PostConfirmation_ConfirmSignUp',
    user: confirmed,
    clientId,
    request: { clientMetadata },
    response: {},
  });
}

const signUp = appOperation(
  {
    Username: userName,
    Password: password,
    UserAttributes: attributes,
    ValidationData: attributes,
  },
  async (cognito, { client, pool }, input) => {
    if (pool.adminCreateOnly) throw notAuthorized('SignUp is not permitted for this user pool');
    checkPassword(pool.passwordPolicy, input.Password);
    checkAttributes(pool, client, input.UserAttributes);
    const user = newUser(cognito, pool, input.Username, input.UserAttributes, input.Password);
    checkRequired(pool, user.attributes);
    const clientMetadata = input.ClientMetadata;
    const decision = await runTrigger(cognito, pool, 'PreSignUp', {
      source: 'PreSignUp_SignUp',
      user,
      clientId: client.id,
      request: { validationData: input.ValidationData, clientMetadata },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
    if (!cognito.store.addUser(user, signInNameOf(pool, user)))
      throw new AwsError(
        'UsernameExistsException',
        pool.emailIsUsername
          ? 'An account with the given email already exists.'
          : 'User already exists',
      );
    const answer = {
      UserConfirmed: decision?.autoConfirmUser === true,
      UserSub: user.attributes.sub,
    };
    const { email } = user.attributes;
    if (answer.UserConfirmed) {
      const verify = decision?.autoVerifyEmail === true;
      await confirmUser(cognito, pool, user, verify, client.id, clientMetadata);
      return answer;
    }
    if (!pool.autoVerifyEmail || !email) return answer;
    await sendCode(cognito, pool, user, {
      purpose: 'sign-up',
      source: 'CustomMessage_SignUp',
      to: email,
      clientId: client.id,
      clientMetadata,
    });
    return { ...answer, CodeDeliveryDetails: deliveryDetails(email) };
  },
);

const confirmSignUp = appOperation(
  { Username: userName, ConfirmationCode: text },
  async (cognito, { client, pool }, { Username, ConfirmationCode, ClientMetadata }) => {
    const user = userOrStandIn(cognito, { client, pool }, Username);
    if (user.status !== 'UNCONFIRMED')
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    redeemCode(cognito, user, 'sign-up', ConfirmationCode);
    await confirmUser(cognito, pool, user, true, client.id, ClientMetadata);
    return {};
  },
);

const resendConfirmationCode = appOperation(
  { Username: userName },
  async (cognito, { client, pool }, { Username, ClientMetadata }) => {
    const user = userOrStandIn(cognito, { client, pool }, Username);
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
