import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { endAllSessions, endSession } from '#functions/store/sessions.ts';
import { revokeSessions } from '#functions/store/user-pool.ts';

export const handler = lambda('sign-out', user, async ({ body, principal, now }) => {
  const { authUserId, sessionId, ended } = principal;
  if (!body.everywhere) {
    await endSession(authUserId, sessionId, ended);
    return {};
  }
  await revokeSessions(authUserId);
  await endAllSessions(authUserId, now);
  return {};
});
