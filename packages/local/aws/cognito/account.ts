import { AwsError } from '#local/aws/service.ts';
import { checkAttributes } from './attributes.ts';
import { deliveryDetails, sendCode } from './codes.ts';
import { ownOperation } from './operation.ts';
import { attributes } from './shape.ts';
import { mfaSettings } from './totp.ts';
import { attributeList } from './user.ts';
import { findUser, saveUser } from './users.ts';

const getUser = ownOperation({}, async (_, { client, user }) => ({
  Username: user.username,
  UserAttributes: attributeList(user, client.readable),
  ...mfaSettings(user),
}));

/**
 * A new e-mail address gets a code. The old address stays until the code is entered. The product never
 * makes that call.
 */
const updateUserAttributes = ownOperation(
  { UserAttributes: attributes },
  async (cognito, { pool, client, user }, { UserAttributes, ClientMetadata }) => {
    checkAttributes(pool, client, UserAttributes);
    const { email, ...others } = UserAttributes;
    saveUser(cognito, { ...user, attributes: { ...user.attributes, ...others } });
    if (email === undefined || email === user.attributes.email) {
      return { CodeDeliveryDetailsList: [] };
    }
    if (findUser(cognito, pool, email)) {
      throw new AwsError('AliasExistsException', 'An account with the given email already exists.');
    }
    await sendCode(cognito, pool, user, {
      purpose: 'verify-email',
      source: 'CustomMessage_UpdateUserAttribute',
      to: email,
      clientId: client.id,
      clientMetadata: ClientMetadata,
    });
    return { CodeDeliveryDetailsList: [deliveryDetails(email)] };
  },
);

/** What a signed-in user does with their own account. */
export const accountOperations = {
  GetUser: getUser,
  UpdateUserAttributes: updateUserAttributes,
};
