import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProductError } from '#shared/errors.ts';
import { accounts } from '#tables/accounts.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { failedConditions, isConditionFailure } from './dynamodb.ts';
import { queryPage } from './queries.ts';
import { getRecord } from './records.ts';
import type { CustomerState } from './stripe-customers.ts';
import { put, remove, transact, update, write } from './writes.ts';

export type BillingRecord = RecordOf<typeof accounts.billing>;

/** Strongly consistent. */
export const getBilling = (orgId: string): Promise<BillingRecord | undefined> =>
  getRecord('dynamodb:GetItem Accounts', accounts.billing, { org_id: orgId });

/** The billing record of a new organisation, and the write that stores it. */
export function newBilling(orgId: string) {
  const record: BillingRecord = {
    org_id: orgId,
    customer_key: randomUUID(),
    purchase_key: randomUUID(),
    version: 0,
  };
  const values = { org_id: orgId };
  const keys = { ...accounts.billing.key(values), ...accounts.allBilling.keys(values) };
  const writing = put('dynamodb:PutItem Accounts', accounts.billing, keys, record, {
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return { record, writing };
}

/** The billing record of an organisation. Those that are older than billing get theirs here. */
export async function openBilling(orgId: string): Promise<BillingRecord> {
  const known = await getBilling(orgId);
  if (known) return known;
  const { record, writing } = newBilling(orgId);
  try {
    await write(writing);
    return record;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return (await getBilling(orgId))!;
  }
}

/** Notes the customer that was created for an organisation. */
export async function putCustomerId(orgId: string, customerId: string): Promise<void> {
  await write(
    update(
      'dynamodb:UpdateItem Accounts',
      accounts.billing,
      { org_id: orgId },
      {
        UpdateExpression: 'SET stripe_customer_id = :id',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':id': customerId },
      },
    ),
  );
}

/** Gives the next purchase a key of its own: what was asked with the one before has an answer. */
export async function renewPurchaseKey(orgId: string, used: string): Promise<void> {
  try {
    await write(
      update(
        'dynamodb:UpdateItem Accounts',
        accounts.billing,
        { org_id: orgId },
        {
          UpdateExpression: 'SET purchase_key = :key',
          ConditionExpression: 'purchase_key = :used',
          ExpressionAttributeValues: { ':key': randomUUID(), ':used': used },
        },
      ),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

/**
 * Writes what was fetched from the provider, unless another state was written since the record was read:
 * that one may be newer.
 * @returns the record as it was written, undefined when it was not
 */
export async function putBillingState(
  record: BillingRecord,
  { subscription, payment_method, bank_verification }: CustomerState,
  now: Date,
): Promise<BillingRecord | undefined> {
  const { org_id, version } = record;
  const synced_at = now.toISOString();
  const values = { ':payment_method': payment_method, ':bank_verification': bank_verification };
  const names = ['payment_method', 'bank_verification'] as const;
  const set = names.filter((name) => values[`:${name}`]).map((name) => `${name} = :${name}`);
  const absent = names.filter((name) => !values[`:${name}`]);
  const state = update(
    'dynamodb:UpdateItem Accounts',
    accounts.billing,
    { org_id },
    {
      UpdateExpression: [
        `SET ${['version = :next', 'synced_at = :now', ...set].join(', ')}`,
        ...(absent.length > 0 ? [`REMOVE ${absent.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: {
        ...values,
        ':version': version,
        ':next': version + 1,
        ':now': synced_at,
      },
    },
  );
  const access =
    subscription &&
    update(
      'dynamodb:UpdateItem Accounts',
      accounts.organization,
      { org_id },
      {
        UpdateExpression: 'SET subscription = :subscription, #plan = :plan',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: {
          ':subscription': subscription,
          ':plan': subscription.plan?.interval === 'year' ? 'annual' : 'monthly',
        },
      },
    );
  try {
    await transact(access ? [state, access] : [state]);
    return { ...record, payment_method, bank_verification, version: version + 1, synced_at };
  } catch (error) {
    const failed = failedConditions(error);
    if (failed.includes(0)) return undefined;
    if (failed.includes(1)) throw new ProductError('NotFound');
    throw error;
  }
}

/** Longer than a function runs, so that a lock outlives nobody but a dead one. */
const lockMs = 30_000;
const lockTries = 70;
const lockPauseMs = 250;

/**
 * Runs a change of an organisation's billing while no other one runs: two clicks, two tabs and two admins
 * make one subscription. Throws `Busy` when the other one takes long.
 */
export async function withBillingLock<T>(
  orgId: string,
  change: (record: BillingRecord) => Promise<T>,
): Promise<T> {
  const lockId = randomUUID();
  for (let attempt = 1; !(await takeLock(orgId, lockId)); attempt++) {
    if (attempt === lockTries) throw new ProductError('Busy');
    await sleep(lockPauseMs);
  }
  try {
    return await change((await getBilling(orgId))!);
  } finally {
    await releaseLock(orgId, lockId);
  }
}

async function takeLock(orgId: string, lockId: string): Promise<boolean> {
  const now = Date.now();
  try {
    await write(
      update(
        'dynamodb:UpdateItem Accounts',
        accounts.billing,
        { org_id: orgId },
        {
          UpdateExpression: 'SET lock_id = :id, locked_until = :until',
          ConditionExpression:
            'attribute_exists(pk) AND (attribute_not_exists(locked_until) OR locked_until < :now)',
          ExpressionAttributeValues: { ':id': lockId, ':until': now + lockMs, ':now': now },
        },
      ),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

async function releaseLock(orgId: string, lockId: string): Promise<void> {
  try {
    await write(
      update(
        'dynamodb:UpdateItem Accounts',
        accounts.billing,
        { org_id: orgId },
        {
          UpdateExpression: 'REMOVE lock_id, locked_until',
          ConditionExpression: 'lock_id = :id',
          ExpressionAttributeValues: { ':id': lockId },
        },
      ),
    );
  } catch (error) {
    // It has run out, and somebody else holds it now.
    if (!isConditionFailure(error)) throw error;
  }
}

/** Records of one page of the nightly comparison. */
const pageSize = 100;

/** One page of all billing records. `start` is `next` of the page before. */
export async function listBilling(start: Record<string, unknown> | undefined) {
  const page = await queryPage(
    'dynamodb:Query Accounts',
    accounts.allBilling,
    {},
    { limit: pageSize, start },
  );
  return { records: page.found.map(({ record }) => record), next: page.next };
}

/** Forgets the billing of an organisation that is no more. */
export const deleteBilling = (orgId: string): Promise<void> =>
  write(remove('dynamodb:DeleteItem Accounts', accounts.billing, { org_id: orgId }));
