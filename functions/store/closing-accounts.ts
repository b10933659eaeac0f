/**
 * Table `Accounts`, part 4: accounts that are to be deleted in the user pool. The note is written with
 * the deletion of the record, so that none is forgotten when the user pool does not answer then.
 *
 * | access pattern            | pk      | sk             |
 * |---------------------------|---------|----------------|
 * | accounts still to delete  | CLOSING | {auth_user_id} |
 */
import { DeleteCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { dynamodb, type TransactItems } from './dynamodb.ts';

const closingKey = (authUserId: string) => ({ pk: 'CLOSING', sk: authUserId });

/** The write that notes an account, for the transaction that deletes its record. */
export const closing = (authUserId: string, now: Date): TransactItems[number] => ({
  Put: {
    TableName: tableName('Accounts'),
    Item: { ...closingKey(authUserId), since: now.toISOString() },
  },
});

export async function isClosing(authUserId: string): Promise<boolean> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Accounts'),
      Key: closingKey(authUserId),
      ConsistentRead: true,
    }),
  );
  return Item !== undefined;
}

/** Ids of accounts still to delete; at most 100. */
export async function listClosing(): Promise<string[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName('Accounts'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': closingKey('').pk },
      Limit: 100,
    }),
  );
  return Items.map(({ sk }) => String(sk));
}

/** To be called when the account is gone. */
export async function forgetClosing(authUserId: string): Promise<void> {
  await dynamodb.send(
    new DeleteCommand({ TableName: tableName('Accounts'), Key: closingKey(authUserId) }),
  );
}
