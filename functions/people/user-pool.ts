import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  ListUsersCommand,
  RevokeTokenCommand,
  UnsupportedTokenTypeException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mailingCallLimits } from '#core/runtime/call-limits.ts';
import { userPoolId } from '#core/runtime/config.ts';
import type { Role } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';

const cognito = new CognitoIdentityProviderClient(mailingCallLimits());

/** What the pool knows of somebody who can sign in, or could once. */
export interface Account {
  authUserId: string;
  enabled: boolean;
  /** Made by an invitation, and never signed in to. */
  invited: boolean;
  /** Whether sign-ins ask for a code of an authenticator app. */
  secondFactor: boolean;
}

/** An account by its id or e-mail address. */
export async function findAccount(idOrEmail: string): Promise<Account | undefined> {
  try {
    const user = await cognito.send(
      new AdminGetUserCommand({
        UserPoolId: userPoolId('cognito-idp:AdminGetUser Users'),
        Username: idOrEmail,
      }),
    );
    const sub = user.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
    return {
      authUserId: sub!,
      enabled: user.Enabled === true,
      invited: user.UserStatus === 'FORCE_CHANGE_PASSWORD',
      secondFactor: user.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') === true,
    };
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

/** Accounts of before a time whose address nobody has verified. */
export async function listUnconfirmed(before: Date): Promise<{ email: string; createdAt: Date }[]> {
  const found: { email: string; createdAt: Date }[] = [];
  let PaginationToken: string | undefined;
  do {
    const page = await cognito.send(
      new ListUsersCommand({
        UserPoolId: userPoolId('cognito-idp:ListUsers Users'),
        Filter: 'cognito:user_status = "UNCONFIRMED"',
        PaginationToken,
      }),
    );
    for (const { Attributes, UserCreateDate } of page.Users ?? []) {
      const email = Attributes?.find(({ Name }) => Name === 'email')?.Value;
      if (email && UserCreateDate && UserCreateDate < before) {
        found.push({ email, createdAt: UserCreateDate });
      }
    }
    PaginationToken = page.PaginationToken;
  } while (PaginationToken);
  return found;
}

/** Names for the mail of an invitation. They reach `word-account-mail` as the client metadata of Cognito. */
export interface InvitedBy {
  inviter: string;
  organization: string;
}

/**
 * Makes an account whose temporary password is mailed, and gives its id; `undefined` when the address
 * has one. Who can read the password owns the address, so it counts as verified: otherwise a
 * forgotten password could not be reset.
 * Throws `InvalidRequest` for an address that the pool refuses.
 */
export async function createInvitedAccount(
  email: string,
  fullName: string,
  from: InvitedBy,
): Promise<string | undefined> {
  try {
    const { User } = await cognito.send(
      new AdminCreateUserCommand({
        UserPoolId: userPoolId('cognito-idp:AdminCreateUser Users'),
        Username: email,
        DesiredDeliveryMediums: ['EMAIL'],
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'name', Value: fullName },
        ],
        ClientMetadata: { ...from },
      }),
    );
    return User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
  } catch (error) {
    if (error instanceof UsernameExistsException) return undefined;
    if (error instanceof InvalidParameterException) {
      throw new ProductError('InvalidRequest', 'No account can be made for this address and name.');
    }
    throw error;
  }
}

/** Sets the role that the identity tokens of an account carry from their next renewal on. An account that is gone needs none. */
export async function setRoleAttribute(authUserId: string, role: Role): Promise<void> {
  try {
    await cognito.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: userPoolId('cognito-idp:AdminUpdateUserAttributes Users'),
        Username: authUserId,
        UserAttributes: [{ Name: 'custom:role', Value: role }],
      }),
    );
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

/** Mails a new temporary password to an invited account; the earlier one ends. */
export async function renewInvitation(email: string, from: InvitedBy): Promise<void> {
  await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: userPoolId('cognito-idp:AdminCreateUser Users'),
      Username: email,
      MessageAction: 'RESEND',
      ClientMetadata: { ...from },
      DesiredDeliveryMediums: ['EMAIL'],
    }),
  );
}

/**
 * Ends one session of an app: its refresh token gives no new tokens, and its access tokens are refused.
 * Throws `InvalidRequest` for another kind of token. A refresh token that has ended already counts as ended.
 */
export async function revokeSession(clientId: string, refreshToken: string): Promise<void> {
  try {
    await cognito.send(new RevokeTokenCommand({ ClientId: clientId, Token: refreshToken }));
  } catch (error) {
    const refused =
      error instanceof UnsupportedTokenTypeException || error instanceof InvalidParameterException;
    if (!refused) throw error;
    throw new ProductError('InvalidRequest', 'This is not a refresh token.');
  }
}

/** Ends all sessions of an account: none gets new tokens, nor changes the account by those it has. */
export async function revokeSessions(authUserId: string): Promise<void> {
  await cognito.send(
    new AdminUserGlobalSignOutCommand({
      UserPoolId: userPoolId('cognito-idp:AdminUserGlobalSignOut Users'),
      Username: authUserId,
    }),
  );
}

/** Makes the password alone enough to sign in to an account, so that a new authenticator app can be set up. */
export async function removeSecondFactor(authUserId: string): Promise<void> {
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: userPoolId('cognito-idp:AdminSetUserMFAPreference Users'),
      Username: authUserId,
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    }),
  );
}

/** Deletes an account with its sessions. One that is gone already is what was asked for. */
export async function deleteAccount(authUserId: string): Promise<void> {
  try {
    await cognito.send(
      new AdminDeleteUserCommand({
        UserPoolId: userPoolId('cognito-idp:AdminDeleteUser Users'),
        Username: authUserId,
      }),
    );
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
