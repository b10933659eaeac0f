import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProductError } from '#shared/errors.ts';
import { type BillingRecord, getBilling, updateBilling } from './billing.ts';

/** Longer than a function runs, so that a lock outlives nobody but a dead one. */
const lockMs = 30_000;
/** A function has 29 s, API Gateway waits no longer: most of it is for the change itself. */
const waitMs = 8000;
const pauseMs = 250;

/**
 * Runs a change of an organisation's billing while no other one runs: two clicks, two tabs and two admins
 * make one subscription. Throws `Busy` when the other one takes long.
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
    // When it has run out, somebody else may hold it now.
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
