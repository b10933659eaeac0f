import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { users } from '#shared/contract/users.ts';
import { userOfAnySession } from '../callers.ts';
import { endAllSessions, endSession } from '../sessions.ts';
import { tellOwner } from '../tell-owner.ts';
import { revokeSession, revokeSessions } from '../user-pool.ts';

export const handler = lambda(
  users,
  'sign-out',
  userOfAnySession,
  async ({ body, principal, now }) => {
    const { authUserId, sessionId, clientId, sessions } = principal;
    await requireAttempt('account', authUserId, now);
    if (!body.everywhere) {
      await revokeSession(clientId, body.refresh_token!);
      await endSession(authUserId, sessionId, sessions);
      return {};
    }
    await revokeSessions(authUserId);
    await endAllSessions(authUserId, now);
    await tellOwner(principal.user.email, 'sessions-ended');
    return {};
  },
);
