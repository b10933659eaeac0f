/**
 * Table `Accounts`, part 1: organisations and users. What concerns teams stands in `members.ts`.
 *
 * | access pattern          | pk                  | sk    | index                                |
 * |-------------------------|---------------------|-------|--------------------------------------|
 * | user of a token         | USER#{auth_user_id} | USER  |                                      |
 * | organisation by id      | ORG#{org_id}        | ORG   |                                      |
 */
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import type { User } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';
import type { Plan } from '#shared/limits.ts';
import type { Subscription } from '#shared/subscription.ts';
import { dynamodb, failedConditions, type TransactItems, transact } from './dynamodb.ts';

export type UserRecord = Omit<User, 'subscription'>;

/** What a user's record says about sessions. */
export interface EndedSessions {
  /** Epoch seconds: sessions that began before this have ended. */
  signed_out_at?: number;
  /** Sessions that ended alone, the latest last. */
  ended_sessions?: string[];
}

export interface OrganizationRecord {
  item_id: string;
  name: string;
  created_at: string;
  /** What is paid for, once the trial is over. */
  plan?: Plan;
  /** Agreed with this customer, in place of the plan's. */
  queries_per_day?: number;
  /** Absent in organisations that are older than subscriptions. */
  subscription?: Subscription;
}

export const userKey = (authUserId: string) => ({ pk: `USER#${authUserId}`, sk: 'USER' });
export const organizationKey = (orgId: string) => ({ pk: `ORG#${orgId}`, sk: 'ORG' });

/** Drops the key attributes of an item, and what is said of sessions (`sessions.ts`). */
export function toRecord<T>(item: Record<string, unknown> | undefined): T | undefined {
  if (!item) return undefined;
  const { pk, sk, gsi1pk, gsi1sk, signed_out_at, ended_sessions, ...record } = item;
  return record as T;
}

/** Strongly consistent, so that a removal or a new role takes effect with the next request. */
export async function getUser(authUserId: string): Promise<UserRecord | undefined> {
  return (await getCaller(authUserId))?.user;
}

/** The same, and which of the user's sessions have ended. */
export async function getCaller(
  authUserId: string,
): Promise<{ user: UserRecord; ended: EndedSessions } | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Accounts'),
      Key: userKey(authUserId),
      ConsistentRead: true,
    }),
  );
  const user = toRecord<UserRecord>(Item);
  return user && { user, ended: Item as EndedSessions };
}

/** Throws `UserExists` when the account has a record already. */
export async function putNewUser(user: UserRecord): Promise<void> {
  try {
    await dynamodb.send(
      new PutCommand({
        TableName: tableName('Accounts'),
        Item: { ...userKey(user.auth_user_id), ...user },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') {
      throw new ProductError('UserExists');
    }
    throw error;
  }
}

/** Changes fields of a user's own record; absent ones stay. Throws `UserNotFound`. */
export async function updateUser(
  authUserId: string,
  changes: Partial<Pick<UserRecord, 'full_name' | 'email_verified'>>,
): Promise<UserRecord> {
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Accounts'),
        Key: userKey(authUserId),
        UpdateExpression: `SET ${fields.map(([name]) => `${name} = :${name}`).join(', ')}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: Object.fromEntries(
          fields.map(([name, value]) => [`:${name}`, value]),
        ),
        ReturnValues: 'ALL_NEW',
      }),
    );
    return toRecord<UserRecord>(Attributes)!;
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') {
      throw new ProductError('UserNotFound');
    }
    throw error;
  }
}

/**
 * Notes that an invited person has come, together with `also`. Who has come before is not noted again.
 */
export async function putJoined(authUserId: string, also: TransactItems[number]): Promise<void> {
  const Update = {
    TableName: tableName('Accounts'),
    Key: userKey(authUserId),
    UpdateExpression: 'SET email_verified = :yes',
    ConditionExpression: 'email_verified = :no',
    ExpressionAttributeValues: { ':yes': true, ':no': false },
  };
  try {
    await transact([{ Update }, also]);
  } catch (error) {
    if (!failedConditions(error).includes(0)) throw error;
  }
}

/**
 * Creates an organisation, makes its creator the admin and runs `writes` (its first API keys, the
 * audit trail), or nothing of it. Throws `OrganizationExists`.
 */
export async function putNewOrganization(
  organization: OrganizationRecord,
  creator: UserRecord,
  writes: TransactItems,
): Promise<void> {
  const TableName = tableName('Accounts');
  try {
    await transact([
      {
        Update: {
          TableName,
          Key: userKey(creator.auth_user_id),
          UpdateExpression: 'SET org_id = :org, #role = :admin, gsi1pk = :pk, gsi1sk = :sk',
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(org_id)',
          ExpressionAttributeNames: { '#role': 'role' },
          ExpressionAttributeValues: {
            ':org': organization.item_id,
            ':admin': 'admin',
            ':pk': `ORG#${organization.item_id}`,
            ':sk': `USER#${creator.email}`,
          },
        },
      },
      {
        Put: {
          TableName,
          Item: { ...organizationKey(organization.item_id), ...organization },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      ...writes,
    ]);
  } catch (error) {
    if (failedConditions(error).includes(0)) throw new ProductError('OrganizationExists');
    throw error;
  }
}

export async function getOrganization(orgId: string): Promise<OrganizationRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName('Accounts'), Key: organizationKey(orgId) }),
  );
  return toRecord<OrganizationRecord>(Item);
}

/** Renames an organisation together with `also`. Throws `NotFound` when it is gone. */
export async function renameOrganization(
  orgId: string,
  name: string,
  also: TransactItems[number],
): Promise<void> {
  const Update = {
    TableName: tableName('Accounts'),
    Key: organizationKey(orgId),
    UpdateExpression: 'SET #name = :name',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':name': name },
  };
  try {
    await transact([{ Update }, also]);
  } catch (error) {
    if (failedConditions(error).includes(0)) throw new ProductError('NotFound');
    throw error;
  }
}
