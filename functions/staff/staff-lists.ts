/** What staff are told of: read from whole tables, because nobody but a digest asks. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#core/runtime/config.ts';
import { dynamodb } from '#core/storage/dynamodb.ts';
import { readRecord } from '#core/storage/records.ts';
import { catalogOwner, type IndexRecord } from '#functions/indexes/index.ts';
import { toUser, type UserRecord } from '#functions/people/index.ts';
import { accounts } from '#tables/accounts.ts';
import { indexes } from '#tables/indexes.ts';

/** The provider's staff. */
export async function listStaff(): Promise<UserRecord[]> {
  const items = await scanAll(
    tableName('dynamodb:Scan Accounts'),
    'sk = :user AND foretheta_admin = :yes',
    { ':user': accounts.user.definition.sk, ':yes': true },
  );
  return items.map((item) => toUser(readRecord(accounts.user, item)));
}

/** Indexes of customers whose newest build has failed. */
export async function listFailedBuilds(): Promise<IndexRecord[]> {
  const items = await scanAll(
    tableName('dynamodb:Scan Indexes'),
    'sk = :index AND attribute_exists(failure) AND org_id <> :catalog',
    { ':index': indexes.index.definition.sk, ':catalog': catalogOwner },
  );
  return items.map((item) => readRecord(indexes.index, item));
}

async function scanAll(
  TableName: string,
  FilterExpression: string,
  ExpressionAttributeValues: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(
      new ScanCommand({
        TableName,
        FilterExpression,
        ExpressionAttributeValues,
        ExclusiveStartKey,
      }),
    );
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}
