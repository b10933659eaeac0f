/**
 * Which sessions of a user have ended. It stands in the user's record, which every request reads anyway:
 * an identity token outlives its session by up to an hour, and the gateway's authorizer asks nobody.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '#tables/accounts.ts';
import type { EndedSessions } from './accounts.ts';
import { isConditionFailure } from './dynamodb.ts';
import { update, write } from './writes.ts';

/** What a token says about its session. */
export interface TokenSession {
  sessionId: string;
  /** Epoch seconds. */
  startedAt: number;
}

/** More sign-outs than these within the hour that a token lives would be no person's. */
const keptSessions = 50;

export const hasEnded = (
  { sessionId, startedAt }: TokenSession,
  { signed_out_at = 0, ended_sessions = [] }: EndedSessions,
): boolean => startedAt < signed_out_at || ended_sessions.includes(sessionId);

/** Ends one session; `ended` is what the record says so far. Two that end at once both count. */
export async function endSession(
  authUserId: string,
  sessionId: string,
  { ended_sessions = [] }: EndedSessions,
): Promise<void> {
  if (ended_sessions.length < keptSessions) {
    await change(
      authUserId,
      'SET ended_sessions = list_append(if_not_exists(ended_sessions, :none), :ended)',
      { ':none': [], ':ended': [sessionId] },
    );
  } else {
    await change(authUserId, 'SET ended_sessions = :ended', {
      ':ended': [...ended_sessions, sessionId].slice(1 - keptSessions),
    });
  }
}

/**
 * Ends all sessions of a user. Tokens tell the second in which a session began, so the end is set to the
 * next one and awaited: a session that begins afterwards counts, and none that began before.
 */
export async function endAllSessions(authUserId: string, now: Date): Promise<void> {
  const endedAt = Math.floor(now.getTime() / 1000) + 1;
  await change(authUserId, 'SET signed_out_at = :at REMOVE ended_sessions', { ':at': endedAt });
  await sleep(endedAt * 1000 - Date.now());
}

/** Somebody without a record has no session that is good for anything. */
async function change(
  authUserId: string,
  UpdateExpression: string,
  ExpressionAttributeValues: Record<string, unknown>,
): Promise<void> {
  try {
    await write(
      update(
        'dynamodb:UpdateItem Accounts',
        accounts.user,
        { auth_user_id: authUserId },
        {
          UpdateExpression,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues,
        },
      ),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
