import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#core/runtime/log.ts';
import { ProductError } from '#shared/errors.ts';
import { updateBilling } from './billing.ts';

/** Longer than a function runs, so that only the lock of a dead function expires. */
const lockMs = 30_000;
/** API Gateway waits 29 s for a function. Most of this time is for the change itself. */
const waitMs = 8000;
const pauseMs = 250;

/**
 * Waits until nobody else changes an organization's billing, so that two clicks, tabs or admins make one
 * subscription: `await using lock = await takeBillingLock(orgId)`. Throws `Busy` if the other change takes too long.
 */
export async function takeBillingLock(orgId: string): Promise<AsyncDisposable> {
  const lockId = randomUUID();
  for (let waited = 0; !(await takeLock(orgId, lockId)); waited += pauseMs) {
    if (waited >= waitMs) throw new ProductError('Busy');
    await sleep(pauseMs);
  }
  return { [Symbol.asyncDispose]: () => release(orgId, lockId) };
}

function takeLock(orgId: string, lockId: string): Promise<boolean> {
  const now = Date.now();
  return updateBilling(orgId, {
    UpdateExpression: 'SET lock_id = :id, locked_until = :until',
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(locked_until) OR locked_until < :now)',
    ExpressionAttributeValues: { ':id': lockId, ':until': now + lockMs, ':now': now },
  });
}

async function release(orgId: string, lockId: string): Promise<void> {
  try {
    // After it has expired, somebody else may hold the lock.
    await updateBilling(orgId, {
      UpdateExpression: 'REMOVE lock_id, locked_until',
      ConditionExpression: 'lock_id = :id',
      ExpressionAttributeValues: { ':id': lockId },
    });
  } catch (error) {
    // What was changed stays changed, and the lock expires by itself.
    logger.warn('billing lock not released', { org: orgId, error: error as Error });
  }
}
