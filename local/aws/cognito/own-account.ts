import * as z from 'zod';
import { changeAttributes } from '#local/aws/cognito/attributes.ts';
import { deliveryDetails, redeemCode, sendCode } from '#local/aws/cognito/codes.ts';
import { ownOperation } from '#local/aws/cognito/operation.ts';
import { attributes, invalidParameter, text } from '#local/aws/cognito/shape.ts';
import { mfaSettings } from '#local/aws/cognito/totp.ts';
import { attributeList } from '#local/aws/cognito/user.ts';
import { saveUser } from '#local/aws/cognito/users.ts';

const getUser = ownOperation({}, async (_, { client, user }) => {
  const UserAttributes = attributeList(user, client.readable);
  return { Username: user.username, UserAttributes, ...mfaSettings(user) };
});

const updateUserAttributes = ownOperation(
  { UserAttributes: attributes },
  async (cognito, { pool, client, user }, { UserAttributes, ClientMetadata }) => {
    const sent = await changeAttributes(
      cognito,
      pool,
      user,
      UserAttributes,
      client,
      ClientMetadata,
    );
    return { CodeDeliveryDetailsList: sent };
  },
);

/** Only an e-mail address can be verified here. */
const verifiable = { AttributeName: z.literal('email') };

const getVerificationCode = ownOperation(
  verifiable,
  async (cognito, { pool, client, user }, { ClientMetadata }) => {
    const to = user.pendingEmail ?? user.attributes.email;
    if (!to) throw invalidParameter('User does not have an email to verify');
    await sendCode(cognito, pool, user, {
      purpose: 'verify-email',
      source: 'CustomMessage_VerifyUserAttribute',
      to,
      clientId: client.id,
      clientMetadata: ClientMetadata,
    });
    return { CodeDeliveryDetails: deliveryDetails(to) };
  },
);

const verifyUserAttribute = ownOperation(
  { ...verifiable, Code: text },
  async (cognito, { pool, user }, { Code }) => {
    redeemCode(cognito, user, 'verify-email', Code);
    const { pendingEmail, ...kept } = user;
    const email = pendingEmail ?? user.attributes.email ?? '';
    saveUser(cognito, pool, {
      ...kept,
      attributes: { ...user.attributes, email, email_verified: 'true' },
    });
    return {};
  },
);

const deleteUser = ownOperation({}, async ({ store }, { pool, user }) => {
  store.deleteUser(pool.id, user.username);
  return {};
});

const globalSignOut = ownOperation({}, async ({ store }, { pool, user }) => {
  store.deleteSessionsOf(pool.id, user.username);
  return {};
});

/** What a signed-in user does with their own account. */
export const ownAccountOperations = {
  GetUser: getUser,
  UpdateUserAttributes: updateUserAttributes,
  GetUserAttributeVerificationCode: getVerificationCode,
  VerifyUserAttribute: verifyUserAttribute,
  DeleteUser: deleteUser,
  GlobalSignOut: globalSignOut,
};
