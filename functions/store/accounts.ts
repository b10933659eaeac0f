/**
 * Table `Accounts`, part 1: organisations and users. What concerns teams stands in `members.ts`.
 *
 * | access pattern          | pk                  | sk    | index                                |
 * |-------------------------|---------------------|-------|--------------------------------------|
 * | user of a token         | USER#{auth_user_id} | USER  |                                      |
 * | organisation by id      | ORG#{org_id}        | ORG   |                                      |
 */
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import type { User } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';
import { dynamodb, failedConditions, type TransactItems } from './dynamodb.ts';

export type UserRecord = User;

export interface OrganizationRecord {
  item_id: string;
  name: string;
  created_at: string;
}

export const userKey = (authUserId: string) => ({ pk: `USER#${authUserId}`, sk: 'USER' });
const organizationKey = (orgId: string) => ({ pk: `ORG#${orgId}`, sk: 'ORG' });

/** Drops the key attributes of an item. */
export function toRecord<T>(item: Record<string, unknown> | undefined): T | undefined {
  if (!item) return undefined;
  const { pk, sk, gsi1pk, gsi1sk, ...record } = item;
  return record as T;
}

/** Strongly consistent, so that a removal or a new role takes effect with the next request. */
export async function getUser(authUserId: string): Promise<UserRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Accounts'),
      Key: userKey(authUserId),
      ConsistentRead: true,
    }),
  );
  return toRecord<UserRecord>(Item);
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
 * Creates an organisation, makes its creator the admin and runs `writes` (its first API keys), or
 * nothing of it. Throws `OrganizationExists`.
 */
export async function putNewOrganization(
  organization: OrganizationRecord,
  creator: UserRecord,
  writes: TransactItems,
): Promise<void> {
  const TableName = tableName('Accounts');
  try {
    await dynamodb.send(
      new TransactWriteCommand({
        TransactItems: [
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
        ],
      }),
    );
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

/** Throws `NotFound` when the organisation is gone. */
export async function renameOrganization(orgId: string, name: string): Promise<OrganizationRecord> {
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Accounts'),
        Key: organizationKey(orgId),
        UpdateExpression: 'SET #name = :name',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':name': name },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return toRecord<OrganizationRecord>(Attributes)!;
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') {
      throw new ProductError('NotFound');
    }
    throw error;
  }
}
