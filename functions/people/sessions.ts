/**
 * Which sessions of a user have ended, and which began with a second factor. It stands in the user's record,
 * which every request reads anyway: an identity token outlives its session by up to an hour, and the
 * gateway's authorizer asks nobody.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { personHash } from '#core/storage/person-hash.ts';
import { tryWrite, update } from '#core/storage/writes.ts';
import { accounts } from '#tables/accounts.ts';
import type { UserSessions } from './accounts.ts';

/** What a token says about its session. */
export interface TokenSession {
  sessionId: string;
  /** Epoch seconds. */
  startedAt: number;
}

/** No person signs in or out more often within the hour that a token lives. */
const keptSessions = 50;

export const hasEnded = (
  { sessionId, startedAt }: TokenSession,
  { signed_out_at = 0, ended_sessions = [] }: UserSessions,
): boolean => startedAt < signed_out_at || ended_sessions.includes(sessionId);

/** Ends one session; `sessions` is what the record says so far. Two that end at once both count. */
export async function endSession(
  authUserId: string,
  sessionId: string,
  { ended_sessions = [] }: UserSessions,
): Promise<void> {
  await addSession(authUserId, 'ended_sessions', ended_sessions, sessionId);
}

/** Whether the session began with a code of an authenticator app, and this was confirmed since. */
export const isTwoStep = (
  { sessionId }: TokenSession,
  { two_step_sessions = [] }: UserSessions,
): boolean => two_step_sessions.includes(sessionId);

/** Notes that the session began with a code; `sessions` is what the record says so far. */
export async function addTwoStepSession(
  authUserId: string,
  sessionId: string,
  { two_step_sessions = [] }: UserSessions,
): Promise<void> {
  await addSession(authUserId, 'two_step_sessions', two_step_sessions, sessionId);
}

/**
 * Notes that an authenticator app is on. Sign-ins of the next second and later ask for its code.
 * An app that is known already keeps its time.
 */
export async function noteSecondFactor(authUserId: string, now: Date): Promise<void> {
  await change(authUserId, 'SET second_factor_since = if_not_exists(second_factor_since, :since)', {
    ':since': Math.floor(now.getTime() / 1000) + 1,
  });
}

/** Notes that no authenticator app is on, so that no session counts as begun with one. */
export async function forgetSecondFactor(authUserId: string): Promise<void> {
  await change(authUserId, 'REMOVE second_factor_since, two_step_sessions');
}

async function addSession(
  authUserId: string,
  field: 'ended_sessions' | 'two_step_sessions',
  known: readonly string[],
  sessionId: string,
): Promise<void> {
  if (known.length < keptSessions) {
    await change(authUserId, `SET ${field} = list_append(if_not_exists(${field}, :none), :added)`, {
      ':none': [],
      ':added': [sessionId],
    });
  } else {
    await change(authUserId, `SET ${field} = :all`, {
      ':all': [...known, sessionId].slice(1 - keptSessions),
    });
  }
}

/** More than anybody uses at the same time. */
const keptDevices = 20;

/** Notes a device of a person; `sessions` is what the record says so far. @returns whether it is one more than before */
export async function addDevice(
  authUserId: string,
  device: string,
  { devices = [] }: UserSessions,
): Promise<boolean> {
  const hash = personHash(device);
  if (devices.includes(hash)) return false;
  await change(authUserId, 'SET devices = :all', {
    ':all': [...devices, hash].slice(-keptDevices),
  });
  return devices.length > 0;
}

/**
 * Ends all sessions of a user. Tokens tell the second in which a session began, so the end is set to the
 * next one and awaited: a session that begins afterwards counts, and none that began before.
 */
export async function endAllSessions(authUserId: string, now: Date): Promise<void> {
  const endedAt = Math.floor(now.getTime() / 1000) + 1;
  await change(authUserId, 'SET signed_out_at = :at REMOVE ended_sessions, two_step_sessions', {
    ':at': endedAt,
  });
  await sleep(endedAt * 1000 - Date.now());
}

/** Without a record there is nothing to change: such a session may do nothing. */
async function change(
  authUserId: string,
  UpdateExpression: string,
  ExpressionAttributeValues?: Record<string, unknown>,
): Promise<void> {
  await tryWrite(
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
}
