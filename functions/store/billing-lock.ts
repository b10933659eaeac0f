import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProductError } from '#shared/errors.ts';
import { type BillingRecord, getBilling, updateBilling } from './billing.ts';

/** Longer than a function runs, so that only the lock of a dead function expires. */
const lockMs = 30_000;
/** API Gateway waits 29 s for a function. Most of this time is for the change itself. */
const waitMs = 8000;
const pauseMs = 250;

/**
 * Runs a change of an organisation's billing while no other change runs, so that two clicks, tabs or admins
 * make one subscription. Throws `Busy` if the other change takes too long.
 */
export async function withBillingLock<T>(
  orgId: string,
  change: (record: BillingRecord) => Promise<T>,
): Promise<T> {
  const lockId = randomUUID();
  for (let waited = 0; !(await takeLock(orgId, lockId)); waited += pauseMs) {
    if (waited >= waitMs) throw new ProductError('Busy');
    await sleep(pauseMs);
  }
  try {
    const record = await getBilling(orgId);
    if (!record) throw new ProductError('NoSubscription');
    return await change(record);
  } finally {
    // After it has expired, somebody else may hold the lock.
    await updateBilling(orgId, {
      UpdateExpression: 'REMOVE lock_id, locked_until',
      ConditionExpression: 'lock_id = :id',
      ExpressionAttributeValues: { ':id': lockId },
    });
  }
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
