import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ProductError } from '#shared/errors.ts';
import { dynamodb } from './dynamodb.ts';

/** Ends a part of a key. It comes before all characters that names have, so `Ann` before `Ann B`. */
export const partEnd = '\t';

/** After all characters that keys are made of. */
const last = '\u{10ffff}';

/** A sorted partition of a table or of one of its indexes. */
export interface Ordered {
  TableName: string;
  /** Absent: the table itself, read consistently. */
  IndexName?: 'GSI1' | 'GSI2' | 'GSI3' | undefined;
  partition: string;
  /** What the sort keys of the list begin with; the partition may hold others. */
  prefix: string;
}

export interface PageOf {
  order: 'ascending' | 'descending';
  pageSize: number;
  /** Position after which the page starts: `next` of the page before, in the same order. */
  after: string | undefined;
}

/**
 * One page of such a partition. `next` is the sort key of its last item if there are more.
 * @throws InvalidRequest when the position is none of this list
 */
export async function listPage(
  { TableName, IndexName, partition, prefix }: Ordered,
  { order, pageSize, after }: PageOf,
): Promise<{ items: Record<string, unknown>[]; next: string | undefined }> {
  // DynamoDB takes no empty key.
  const bounds = [prefix || partEnd, prefix + last] as const;
  // It would refuse a range that ends before it begins.
  if (after !== undefined && !isBetween(after, bounds)) {
    throw new ProductError('InvalidRequest', 'The cursor is not one of an earlier answer.');
  }
  const ascending = order === 'ascending';
  const [from, to] = ascending ? [after ?? bounds[0], bounds[1]] : [bounds[0], after ?? bounds[1]];
  const names = IndexName?.toLowerCase() ?? '';
  const sortKey = `${names}sk`;
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName,
      IndexName,
      ConsistentRead: IndexName === undefined,
      // One condition for a sort key is all there is: the other bound is the position.
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#pk': `${names}pk`, '#sk': sortKey },
      ExpressionAttributeValues: {
        ':pk': partition,
        ':from': from,
        ':to': to,
      },
      ScanIndexForward: ascending,
      // Bounds are inclusive, so the position itself comes first; one more tells whether there is a next page.
      Limit: pageSize + (after === undefined ? 1 : 2),
    }),
  );
  const found = Items.filter((item) => item[sortKey] !== after);
  const items = found.slice(0, pageSize);
  const more = found.length > items.length || LastEvaluatedKey !== undefined;
  return { items, next: more ? (items.at(-1)?.[sortKey] as string | undefined) : undefined };
}

/** As DynamoDB compares: by bytes. */
const isBetween = (key: string, [from, to]: readonly [string, string]) =>
  Buffer.compare(Buffer.from(from), Buffer.from(key)) <= 0 &&
  Buffer.compare(Buffer.from(key), Buffer.from(to)) <= 0;

/** Part of a key: upper and lower case alike, at most 3 bytes for each of so many UTF-16 units. */
export const sortable = (text: string, maxUnits: number): string =>
  text.toLowerCase().slice(0, maxUnits).toWellFormed();
