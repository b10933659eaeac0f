/**
 * Table `Accounts`, part 5: which sessions of a user have ended. It stands in the user's record, which
 * every request reads anyway: an identity token outlives its session by up to an hour, and the gateway's
 * authorizer asks nobody.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { type EndedSessions, userKey } from './accounts.ts';
import { dynamodb, isConditionFailure } from './dynamodb.ts';

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
    await write(
      authUserId,
      'SET ended_sessions = list_append(if_not_exists(ended_sessions, :none), :ended)',
      { ':none': [], ':ended': [sessionId] },
    );
  } else {
    await write(authUserId, 'SET ended_sessions = :ended', {
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
  await write(authUserId, 'SET signed_out_at = :at REMOVE ended_sessions', { ':at': endedAt });
  await sleep(endedAt * 1000 - Date.now());
}

/** Somebody without a record has no session that is good for anything. */
async function write(
  authUserId: string,
  UpdateExpression: string,
  ExpressionAttributeValues: Record<string, unknown>,
): Promise<void> {
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Accounts'),
        Key: userKey(authUserId),
        UpdateExpression,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues,
      }),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
