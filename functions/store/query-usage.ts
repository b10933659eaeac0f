/**
 * Table `Accounts`, part 3: how many queries an organisation has sent today. The count stands in the
 * organisation's record, so that the write that counts also tells the plan and the subscription.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { type OrganizationRecord, organizationKey } from './accounts.ts';
import { dynamodb, isConditionFailure } from './dynamodb.ts';

type Usage = OrganizationRecord & { queries_today: number };

/**
 * Counts one query.
 * @param today `2026-11-22`, in UTC
 * @returns the record with this query counted; undefined when there is no such organisation
 */
export async function countQuery(orgId: string, today: string): Promise<Usage | undefined> {
  // The second write begins a day. When another caller has just done so, the third one counts.
  return (
    (await write(orgId, 'queries_day = :today', 'queries_today + :one', today)) ??
    (await write(
      orgId,
      'attribute_exists(pk) AND (attribute_not_exists(queries_day) OR queries_day < :today)',
      ':one',
      today,
    )) ??
    (await write(orgId, 'queries_day = :today', 'queries_today + :one', today))
  );
}

async function write(
  orgId: string,
  condition: string,
  count: string,
  today: string,
): Promise<Usage | undefined> {
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Accounts'),
        Key: organizationKey(orgId),
        UpdateExpression: `SET queries_day = :today, queries_today = ${count}`,
        ConditionExpression: condition,
        ExpressionAttributeValues: { ':today': today, ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes as Usage;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
