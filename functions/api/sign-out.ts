import { userOfAnySession } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { endAllSessions, endSession } from '#functions/store/sessions.ts';
import { revokeSession, revokeSessions } from '#functions/store/user-pool.ts';
import { users } from '#shared/contract/users.ts';

export const handler = lambda(
  users,
  'sign-out',
  userOfAnySession,
  async ({ body, principal, now }) => {
    const { authUserId, sessionId, clientId, sessions } = principal;
    if (!body.everywhere) {
      await revokeSession(clientId, body.refresh_token!);
      await endSession(authUserId, sessionId, sessions);
      return {};
    }
    await revokeSessions(authUserId);
    await endAllSessions(authUserId, now);
    return {};
  },
);
