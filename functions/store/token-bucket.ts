import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, isConditionFailure } from './dynamodb.ts';

/** A bucket that holds `burst` tokens at most and gains one every `intervalMs`. */
export interface BucketPolicy {
  burst: number;
  intervalMs: number;
}

type Item = Record<string, unknown>;

/** The item that holds a bucket beside what else is in it. */
export interface Bucket {
  TableName: string;
  Key: { pk: string; sk: string };
  /** Must hold too, with `values`. Without one, a bucket that does not exist yet is a full one. */
  condition?: string;
  values?: Item;
  /** Attributes to set when a token is taken. */
  set?: Item;
}

export type Taken =
  | { taken: true; item: Item; remaining: number }
  /** `waitMs` from now there is a token again; `item` is undefined where nothing is stored. */
  | { taken: false; item: Item | undefined; waitMs: number };

/**
 * Takes a token, in one write for whoever has not asked for an interval, in two for the eager.
 *
 * What is stored is one moment, `tat`: when the bucket will be full again, and one more could come
 * without waiting (generic cell rate algorithm). Both writes are relative or conditional on that
 * moment, so that callers at the same time never overwrite each other and need not try again.
 */
export async function takeToken(
  bucket: Bucket,
  { burst, intervalMs }: BucketPolicy,
  nowMs: number,
): Promise<Taken> {
  const latest = nowMs + (burst - 1) * intervalMs;
  const rested = await write(bucket, '(attribute_not_exists(tat) OR tat <= :now)', ':next', {
    ...{ ':now': nowMs, ':next': nowMs + intervalMs },
  });
  const item =
    rested ??
    (await write(bucket, '(tat > :now AND tat <= :latest)', 'tat + :interval', {
      ...{ ':now': nowMs, ':latest': latest, ':interval': intervalMs },
    }));
  if (item) {
    const usedMs = Number(item.tat) - nowMs;
    return { taken: true, item, remaining: Math.max(0, burst - Math.ceil(usedMs / intervalMs)) };
  }
  const { TableName, Key } = bucket;
  const { Item: stored } = await dynamodb.send(
    new GetCommand({ TableName, Key, ConsistentRead: true }),
  );
  return { taken: false, item: stored, waitMs: Math.max(1, Number(stored?.tat ?? 0) - latest) };
}

/** The item as it has become; undefined when a condition did not hold. */
async function write(
  { TableName, Key, condition, values, set = {} }: Bucket,
  when: string,
  tat: string,
  times: Item,
): Promise<Item | undefined> {
  const names = Object.keys(set);
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: `SET ${[`tat = ${tat}`, ...names.map((name) => `${name} = :set_${name}`)].join(', ')}`,
        ConditionExpression: condition ? `${when} AND ${condition}` : when,
        ExpressionAttributeValues: {
          ...times,
          ...values,
          ...Object.fromEntries(names.map((name) => [`:set_${name}`, set[name]])),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
