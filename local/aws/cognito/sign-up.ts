import { randomUUID } from 'node:crypto';
import { checkAttributes, checkRequired, isEmail } from '#local/aws/cognito/attributes.ts';
import { deliveryDetails, expiredCode, redeemCode, sendCode } from '#local/aws/cognito/codes.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import {
  attributeMap,
  clientOf,
  findUser,
  invalidParameter,
  type Operation,
  saveUser,
  signInNameOf,
  text,
  userNotFound,
} from '#local/aws/cognito/operation.ts';
import { checkPassword } from '#local/aws/cognito/password.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { createVerifier } from '#local/aws/cognito/srp.ts';
import { notAuthorized } from '#local/aws/cognito/tokens.ts';
import { runTrigger } from '#local/aws/cognito/triggers.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { AwsError } from '#local/aws/service.ts';

/** A user that is not stored yet: the address becomes an attribute where it is the sign-in name. */
export function newUser(
  cognito: Cognito,
  pool: Pool,
  name: string,
  given: Record<string, string>,
): User {
  const attributes: Record<string, string> = { sub: randomUUID(), ...given };
  if (pool.emailIsUsername) {
    if (!isEmail(name)) throw invalidParameter('Username should be an email.');
    if (given.email !== undefined && given.email.toLowerCase() !== name.toLowerCase())
      throw invalidParameter('The attribute email must equal the username.');
    attributes.email = name;
  }
  if (attributes.email) attributes.email_verified ??= 'false';
  const now = cognito.clock.now();
  return {
    poolId: pool.id,
    username: pool.emailIsUsername ? String(attributes.sub) : name,
    status: 'UNCONFIRMED',
    enabled: true,
    attributes,
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
  clientMetadata?: unknown,
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

const signUp: Operation = {
  members: ['ClientId', 'Username', 'Password', 'UserAttributes', 'ValidationData'],
  async run(cognito, input) {
    const { client, pool } = clientOf(cognito, input);
    if (pool.adminCreateOnly) throw notAuthorized('SignUp is not permitted for this user pool');
    const name = text(input, 'Username', 128);
    const password = text(input, 'Password', 1024);
    const attributes = attributeMap(input, 'UserAttributes');
    checkPassword(pool.passwordPolicy, password);
    checkAttributes(pool, client, attributes);
    const user = newUser(cognito, pool, name, attributes);
    checkRequired(pool, user.attributes);
    const decision = await runTrigger(cognito, pool, 'PreSignUp', {
      source: 'PreSignUp_SignUp',
      user,
      clientId: client.id,
      request: {
        validationData: attributeMap(input, 'ValidationData'),
        clientMetadata: input.ClientMetadata,
      },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
    user.password = createVerifier(pool.name, user.username, password);
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
      await confirmUser(cognito, pool, user, verify, client.id, input.ClientMetadata);
      return answer;
    }
    if (!pool.autoVerifyEmail || !email) return answer;
    const CodeDeliveryDetails = await sendCode(cognito, pool, user, {
      purpose: 'sign-up',
      source: 'CustomMessage_SignUp',
      to: email,
      clientId: client.id,
      clientMetadata: input.ClientMetadata,
    });
    return { ...answer, CodeDeliveryDetails };
  },
};

const confirmSignUp: Operation = {
  members: ['ClientId', 'Username', 'ConfirmationCode'],
  async run(cognito, input) {
    const { client, pool } = clientOf(cognito, input);
    const code = text(input, 'ConfirmationCode');
    const user = findUser(cognito, pool, text(input, 'Username'));
    if (!user) throw client.hideUserExistence ? expiredCode() : userNotFound();
    if (user.status !== 'UNCONFIRMED')
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    redeemCode(cognito, user, 'sign-up', code);
    await confirmUser(cognito, pool, user, true, client.id, input.ClientMetadata);
    return {};
  },
};

const resendConfirmationCode: Operation = {
  members: ['ClientId', 'Username'],
  async run(cognito, input) {
    const { client, pool } = clientOf(cognito, input);
    const name = text(input, 'Username');
    const user = findUser(cognito, pool, name);
    if (!user && client.hideUserExistence) return { CodeDeliveryDetails: deliveryDetails(name) };
    if (!user) throw userNotFound();
    if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
    const CodeDeliveryDetails = await sendCode(cognito, pool, user, {
      purpose: 'sign-up',
      source: 'CustomMessage_ResendCode',
      to: user.attributes.email ?? '',
      clientId: client.id,
      clientMetadata: input.ClientMetadata,
    });
    return { CodeDeliveryDetails };
  },
};

/** Sign-up of one's own account. */
export const signUpOperations = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
};
