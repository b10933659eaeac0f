/** The daily walk through all organizations, which compares their billing with the provider's. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#core/runtime/config.ts';
import { dynamodb } from '#core/storage/dynamodb.ts';
import { getRecord, keyOf, readRecord } from '#core/storage/records.ts';
import { put, write } from '#core/storage/writes.ts';
import { accounts } from '#tables/accounts.ts';
import type { Key, RecordOf } from '#tables/define-table.ts';

type Progress = RecordOf<typeof accounts.reconciliation>;

export const getProgress = (): Promise<Progress | undefined> =>
  getRecord('dynamodb:GetItem Accounts', accounts.reconciliation, {});

export const putProgress = (progress: Progress): Promise<void> =>
  write(
    put(
      'dynamodb:PutItem Accounts',
      accounts.reconciliation,
      accounts.reconciliation.key({}),
      progress,
    ),
  );

/** Items of the table that one page looks at; some of them are organizations. */
const pageSize = 500;

/**
 * One page of all organizations, in no order. Reads the table itself: those that are older than billing are found,
 * too, and no index has to be kept for one reader a day.
 * @param start `next` of the page before
 */
export async function listOrganizations(start: Key | undefined) {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName: tableName('dynamodb:Scan Accounts'),
      FilterExpression: 'sk = :organization',
      ExpressionAttributeValues: { ':organization': accounts.organization.definition.sk },
      Limit: pageSize,
      ExclusiveStartKey: start,
    }),
  );
  return {
    organizations: Items.map((item) => readRecord(accounts.organization, item)),
    next: LastEvaluatedKey && keyOf(LastEvaluatedKey),
  };
}
