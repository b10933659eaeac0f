import type { Client } from '#local/aws/cognito/client.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import { clientOf, type Operation, poolOf, text } from '#local/aws/cognito/operation.ts';
import { hashToken, issueTokens, notAuthorized } from '#local/aws/cognito/tokens.ts';

/** New tokens for a refresh token that is neither expired nor revoked. */
export async function refresh(
  cognito: Cognito,
  client: Client,
  refreshToken: string,
  clientMetadata?: unknown,
) {
  const session = cognito.store.sessionByToken(hashToken(refreshToken));
  if (session?.clientId !== client.id) throw notAuthorized('Invalid Refresh Token');
  if (session.expiresAt < cognito.clock.now()) throw notAuthorized('Refresh Token has expired');
  const pool = poolOf(cognito, { UserPoolId: client.poolId });
  const user = cognito.store.findUser(pool.id, session.username, '');
  if (!user) throw notAuthorized('Invalid Refresh Token');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  const source = 'TokenGeneration_RefreshTokens';
  const signedIn = { pool, client, user };
  return {
    AuthenticationResult: await issueTokens(cognito, signedIn, session, source, clientMetadata),
  };
}

const getTokensFromRefreshToken: Operation = {
  members: ['ClientId', 'RefreshToken', 'DeviceKey'],
  async run(cognito, input) {
    const { client } = clientOf(cognito, input);
    return refresh(cognito, client, text(input, 'RefreshToken'), input.ClientMetadata);
  },
};

/** Signs one device out. An unknown token is no error, as RFC 7009 asks. */
const revokeToken: Operation = {
  members: ['ClientId', 'Token'],
  async run(cognito, input) {
    const { client } = clientOf(cognito, input);
    const session = cognito.store.sessionByToken(hashToken(text(input, 'Token', 16_384)));
    if (session?.clientId === client.id) cognito.store.deleteSession(session.id);
    return {};
  },
};

export const refreshOperations = {
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
};
