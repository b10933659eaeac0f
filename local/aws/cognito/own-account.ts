import { changeAttributes } from '#local/aws/cognito/attributes.ts';
import { redeemCode, sendCode } from '#local/aws/cognito/codes.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import {
  attributeMap,
  type Input,
  invalidParameter,
  type Operation,
  saveUser,
  text,
} from '#local/aws/cognito/operation.ts';
import { readAccessToken } from '#local/aws/cognito/tokens.ts';
import { mfaSettings } from '#local/aws/cognito/totp.ts';
import { attributeList } from '#local/aws/cognito/user.ts';

/** Whose call it is, by the access token in the body. */
function own(cognito: Cognito, input: Input) {
  return readAccessToken(cognito, text(input, 'AccessToken', 16_384));
}

const getUser: Operation = {
  members: ['AccessToken'],
  async run(cognito, input) {
    const { client, user } = await own(cognito, input);
    const UserAttributes = attributeList(user, client.readable);
    return { Username: user.username, UserAttributes, ...mfaSettings(user) };
  },
};

const updateUserAttributes: Operation = {
  members: ['AccessToken', 'UserAttributes'],
  async run(cognito, input) {
    const { pool, client, user } = await own(cognito, input);
    const changes = attributeMap(input, 'UserAttributes');
    const metadata = input.ClientMetadata;
    const sent = await changeAttributes(cognito, pool, user, changes, client, metadata);
    return { CodeDeliveryDetailsList: sent };
  },
};

const getVerificationCode: Operation = {
  members: ['AccessToken', 'AttributeName'],
  async run(cognito, input) {
    const { pool, client, user } = await own(cognito, input);
    requireEmail(input);
    const to = user.pendingEmail ?? user.attributes.email;
    if (!to) throw invalidParameter('User does not have an email to verify');
    const CodeDeliveryDetails = await sendCode(cognito, pool, user, {
      purpose: 'verify-email',
      source: 'CustomMessage_VerifyUserAttribute',
      to,
      clientId: client.id,
      clientMetadata: input.ClientMetadata,
    });
    return { CodeDeliveryDetails };
  },
};

const verifyUserAttribute: Operation = {
  members: ['AccessToken', 'AttributeName', 'Code'],
  async run(cognito, input) {
    const { pool, user } = await own(cognito, input);
    requireEmail(input);
    redeemCode(cognito, user, 'verify-email', text(input, 'Code'));
    const { pendingEmail, ...kept } = user;
    const email = pendingEmail ?? user.attributes.email ?? '';
    const attributes = { ...user.attributes, email, email_verified: 'true' };
    saveUser(cognito, pool, { ...kept, attributes });
    return {};
  },
};

function requireEmail(input: Input): void {
  if (text(input, 'AttributeName') !== 'email')
    throw invalidParameter(`Attribute ${input.AttributeName} cannot be verified`);
}

const deleteUser: Operation = {
  members: ['AccessToken'],
  async run(cognito, input) {
    const { pool, user } = await own(cognito, input);
    cognito.store.deleteUser(pool.id, user.username);
    return {};
  },
};

const globalSignOut: Operation = {
  members: ['AccessToken'],
  async run(cognito, input) {
    const { pool, user } = await own(cognito, input);
    cognito.store.deleteSessionsOf(pool.id, user.username);
    return {};
  },
};

/** What a signed-in user does with their own account. */
export const ownAccountOperations = {
  GetUser: getUser,
  UpdateUserAttributes: updateUserAttributes,
  GetUserAttributeVerificationCode: getVerificationCode,
  VerifyUserAttribute: verifyUserAttribute,
  DeleteUser: deleteUser,
  GlobalSignOut: globalSignOut,
};
