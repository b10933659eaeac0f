/** Indexes whose files an earlier release has written. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#core/runtime/config.ts';
import { dynamodb } from '#core/storage/dynamodb.ts';
import { getRecord, readRecord } from '#core/storage/records.ts';
import { put, write } from '#core/storage/writes.ts';
import { indexes } from '#tables/indexes.ts';
import type { IndexRecord } from './indexes.ts';

/** The format version that all indexes have, or were built again for. */
export async function getRenewedFormat(): Promise<number | undefined> {
  const renewal = await getRecord('dynamodb:GetItem Indexes', indexes.renewal, {});
  return renewal?.format_version;
}

export const putRenewedFormat = (format_version: number): Promise<void> =>
  write(
    put('dynamodb:PutItem Indexes', indexes.renewal, indexes.renewal.key({}), { format_version }),
  );

/** Published indexes of an earlier format version that were not built again for this one yet. Reads the whole table. */
export async function listOldIndexes(formatVersion: number): Promise<IndexRecord[]> {
  const found: IndexRecord[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(
      new ScanCommand({
        TableName: tableName('dynamodb:Scan Indexes'),
        FilterExpression:
          'sk = :index AND attribute_exists(manifest_key) AND (attribute_not_exists(format_version) OR format_version < :format) AND (attribute_not_exists(renewed_for) OR renewed_for < :format)',
        ExpressionAttributeValues: {
          ':index': indexes.index.definition.sk,
          ':format': formatVersion,
        },
        ExclusiveStartKey,
      }),
    );
    found.push(...(page.Items ?? []).map((item) => readRecord(indexes.index, item)));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}
