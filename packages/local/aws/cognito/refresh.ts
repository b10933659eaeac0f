import type { App, Cognito } from './context.ts';
import { appOperation } from './operation.ts';
import { token } from './shape.ts';
import { hashToken, issueTokens, newRefreshToken, notAuthorized } from './tokens.ts';
import type { Session } from './user.ts';

/** New tokens for a refresh token that is neither expired nor revoked. */
export async function refresh(cognito: Cognito, { client, pool }: App, refreshToken: string) {
  const session = cognito.store.sessionByToken(hashToken(refreshToken));
  if (session?.clientId !== client.id) throw notAuthorized('Invalid Refresh Token');
  if (session.expiresAt < cognito.clock.now()) throw notAuthorized('Refresh Token has expired');
  const user = cognito.store.user(pool.id, session.username);
  if (!user) throw notAuthorized('Invalid Refresh Token');
  const signedIn = { pool, client, user };
  const used = hashToken(refreshToken);
  const until = session.others?.find(({ tokenHash }) => tokenHash === used)?.until;
  if (until !== undefined && until < cognito.clock.now()) {
    throw notAuthorized('Refresh Token has been revoked');
  }
  const tokens = await issueTokens(cognito, signedIn, session);
  const newer = replaceToken(cognito, client, session, used);
  return { AuthenticationResult: { ...tokens, ...(newer && { RefreshToken: newer }) } };
}

/** Where refresh tokens rotate: the next one, which ends when the first would have. The one that was used ends soon. */
function replaceToken(
  { store, clock }: Cognito,
  { rotationGraceMs }: App['client'],
  session: Session,
  used: string,
) {
  if (rotationGraceMs === undefined) return undefined;
  const now = clock.now();
  const until = now + rotationGraceMs;
  const { tokenHash, others = [] } = session;
  const working = [...others, { tokenHash }]
    .filter((one) => one.until === undefined || one.until >= now)
    .map((one) => (one.tokenHash === used ? { until, ...one } : one));
  const newer = newRefreshToken();
  store.replaceToken({ ...session, tokenHash: hashToken(newer), others: working });
  return newer;
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
