import { randomUUID } from 'node:crypto';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, tryWrite, update, write } from '#core/storage/writes.ts';
import { ProductError } from '#shared/errors.ts';
import type { Subscription } from '#shared/subscription.ts';
import { accounts, type CustomerRequest } from '#tables/accounts.ts';
import type { RecordOf } from '#tables/define-table.ts';
import type { CustomerState } from './stripe-customers.ts';

export type BillingRecord = RecordOf<typeof accounts.billing>;

/** Strongly consistent. */
export const getBilling = (orgId: string): Promise<BillingRecord | undefined> =>
  getRecord('dynamodb:GetItem Accounts', accounts.billing, { org_id: orgId });

/** The billing record of a new organization, and the write that stores it. */
export function newBilling(orgId: string) {
  const record: BillingRecord = {
    org_id: orgId,
    customer_key: randomUUID(),
    purchase_key: randomUUID(),
    version: 0,
  };
  const key = accounts.billing.key({ org_id: orgId });
  const writing = put('dynamodb:PutItem Accounts', accounts.billing, key, record, {
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return { record, writing };
}

/** The billing record of an organization. Organizations from before billing existed get their record here. */
export async function openBilling(orgId: string): Promise<BillingRecord> {
  const known = await getBilling(orgId);
  if (known) return known;
  const { record, writing } = newBilling(orgId);
  return (await tryWrite(writing)) ? (await getBilling(orgId))! : record;
}

/**
 * Changes an organization's billing record while the condition holds.
 * @returns whether it held
 */
export async function updateBilling(
  orgId: string,
  change: Parameters<typeof update>[3] & { ConditionExpression: string },
): Promise<boolean> {
  const changed = update(
    'dynamodb:UpdateItem Accounts',
    accounts.billing,
    { org_id: orgId },
    change,
  );
  return !(await tryWrite(changed));
}

/** Stores a request to the provider before it is sent. */
export const putCustomerRequest = (orgId: string, request: CustomerRequest): Promise<boolean> =>
  updateBilling(orgId, {
    UpdateExpression: 'SET customer_request = :request',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':request': request },
  });

/**
 * Stores the customer that was created for an organization.
 * @returns false if the organization has been erased meanwhile
 */
export const putCustomerId = (orgId: string, customerId: string): Promise<boolean> =>
  updateBilling(orgId, {
    UpdateExpression: 'SET stripe_customer_id = :id REMOVE customer_request',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':id': customerId },
  });

/**
 * Stores a new key for the next purchase, because the request with the previous key has been answered.
 * @returns the new key
 */
export async function renewPurchaseKey(orgId: string, used: string): Promise<string> {
  const key = randomUUID();
  await updateBilling(orgId, {
    UpdateExpression: 'SET purchase_key = :key',
    ConditionExpression: 'purchase_key = :used',
    ExpressionAttributeValues: { ':key': key, ':used': used },
  });
  return key;
}

/**
 * Writes a state that was fetched from the provider, unless another state has been written since the record
 * was read, which may be newer.
 * @returns the written record; undefined if it was not written
 */
export async function putBillingState(
  record: BillingRecord,
  { subscription, payment_method, bank_verification, redeemed: told = [] }: CustomerState,
  now: Date,
): Promise<BillingRecord | undefined> {
  const { org_id, version } = record;
  const synced_at = now.toISOString();
  const redeemed = [...new Set([...(record.redeemed ?? []), ...told])].sort();
  const values = {
    ':payment_method': payment_method,
    ':bank_verification': bank_verification,
    ':redeemed': redeemed.length > 0 ? redeemed : undefined,
  };
  const names = ['payment_method', 'bank_verification', 'redeemed'] as const;
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
  const refusal = await tryWrite(access ? [state, access] : [state], 2);
  if (refusal?.failed.includes(0)) return undefined;
  if (refusal) throw new ProductError('NotFound');
  return {
    ...record,
    payment_method,
    bank_verification,
    redeemed,
    version: version + 1,
    synced_at,
  };
}

/**
 * Removes a customer who was deleted at the provider, with their subscription, so that the next purchase
 * creates a new customer. Does nothing if another state has been written since the record was read.
 */
export async function forgetCustomer(
  { org_id, version }: BillingRecord,
  subscription: Subscription | undefined,
): Promise<void> {
  const customer = update(
    'dynamodb:UpdateItem Accounts',
    accounts.billing,
    { org_id },
    {
      UpdateExpression:
        'SET version = :next, customer_key = :customer, purchase_key = :purchase REMOVE stripe_customer_id, payment_method, bank_verification',
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: {
        ':version': version,
        ':next': version + 1,
        ':customer': randomUUID(),
        ':purchase': randomUUID(),
      },
    },
  );
  const access =
    subscription?.id !== undefined &&
    update(
      'dynamodb:UpdateItem Accounts',
      accounts.organization,
      { org_id },
      {
        UpdateExpression: 'SET subscription = :subscription',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':subscription': { ...subscription, status: 'canceled' } },
      },
    );
  await tryWrite(access ? [customer, access] : [customer], 2);
}

/** Remembers who activates an ended subscription, before the purchase, so that a crash after it does not lose the mail. */
export const putActivating = (orgId: string, email: string): Promise<boolean> =>
  updateBilling(orgId, {
    UpdateExpression: 'SET activating = :email',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':email': email },
  });

/** Forgets who activated, after their mail was queued. */
export const removeActivating = (orgId: string, email: string): Promise<boolean> =>
  updateBilling(orgId, {
    UpdateExpression: 'REMOVE activating',
    ConditionExpression: 'activating = :email',
    ExpressionAttributeValues: { ':email': email },
  });

/** Deletes the billing record of an organization that has ended. */
export const deleteBilling = (orgId: string): Promise<void> =>
  write(remove('dynamodb:DeleteItem Accounts', accounts.billing, { org_id: orgId }));
