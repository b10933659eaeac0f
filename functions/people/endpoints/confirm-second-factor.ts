import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { users } from '#shared/contract/users.ts';
import { userOfAnySession } from '../callers.ts';
import { addTwoStepSession, forgetSecondFactor, isTwoStep, noteSecondFactor } from '../sessions.ts';
import { tellOwner } from '../tell-owner.ts';
import { findAccount } from '../user-pool.ts';

/**
 * The user pool tells whether an app is on, but not how a session began. So a session counts if it began after
 * the app was seen here for the first time: from then on every sign-in asked for a code. Sessions from before
 * never count, also not the one in which the app was set up, because the others look the same.
 */
export const handler = lambda(
  users,
  'confirm-second-factor',
  userOfAnySession,
  async ({ principal, now, fail }) => {
    const { authUserId, sessionId, startedAt, sessions } = principal;
    await requireAttempt('account', authUserId, now);
    const account = await findAccount(authUserId);
    if (!account) throw fail('Unauthenticated');
    const since = principal.user.second_factor_since;
    if (!account.secondFactor) {
      await forgetSecondFactor(authUserId);
      if (since !== undefined) await tellOwner(principal.user.email, 'second-factor-removed');
      return { on: false, confirmed: false };
    }
    if (since === undefined) {
      await noteSecondFactor(authUserId, now);
      await tellOwner(principal.user.email, 'second-factor-added');
    }
    // Written so that a token that does not tell its time is refused.
    if (since === undefined || !(startedAt >= since)) return { on: true, confirmed: false };
    if (!isTwoStep(principal, sessions)) await addTwoStepSession(authUserId, sessionId, sessions);
    return { on: true, confirmed: true };
  },
);
