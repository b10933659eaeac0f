import type { App, Cognito } from '#local/aws/cognito/context.ts';
import { appOperation } from '#local/aws/cognito/operation.ts';
import { token } from '#local/aws/cognito/shape.ts';
import { hashToken, issueTokens, notAuthorized } from '#local/aws/cognito/tokens.ts';

/** New tokens for a refresh token that is neither expired nor revoked. */
export async function refresh(cognito: Cognito, { client, pool }: App, refreshToken: string) {
  const session = cognito.store.sessionByToken(hashToken(refreshToken));
  if (session?.clientId !== client.id) throw notAuthorized('Invalid Refresh Token');
  if (session.expiresAt < cognito.clock.now()) throw notAuthorized('Refresh Token has expired');
  const user = cognito.store.user(pool.id, session.username);
  if (!user) throw notAuthorized('Invalid Refresh Token');
  const signedIn = { pool, client, user };
  return {
    AuthenticationResult: await issueTokens(cognito, signedIn, session),
  };
}

const getTokensFromRefreshToken = appOperation(
  { RefreshToken: token },
  async (cognito, app, { RefreshToken }) => refresh(cognito, app, RefreshToken),
);

/** Signs one device out. An unknown token is answered like a known one, as RFC 7009 asks. */
const revokeToken = appOperation({ Token: token }, async ({ store }, { client }, { Token }) => {
  const session = store.sessionByToken(hashToken(Token));
  if (session?.clientId === client.id) store.deleteSession(session.id);
  return {};
});

export const refreshOperations = {
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
};
