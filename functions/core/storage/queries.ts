import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#core/runtime/config.ts';
import type { Entity, Key, Query, RecordOf } from '#tables/define-table.ts';
import { dynamodb } from './dynamodb.ts';
import { keyOf, readRecord, StoredRecordError } from './records.ts';

/** A part of a partition, by its sort keys. Bounds of `between` belong to it. */
type Range =
  | { equals: string }
  | { beginsWith: string }
  | { between: readonly [string, string] }
  | { above: string }
  | { below: string };

export interface QueryOptions {
  range?: Range;
  /** Items that one page looks at. */
  limit?: number;
  descending?: boolean;
  /** Of the table itself only. */
  consistent?: boolean;
  filter?: {
    expression: string;
    names?: Record<string, string> | undefined;
    values: Record<string, unknown>;
  };
  /** `next` of the page before. */
  start?: Record<string, unknown> | undefined;
}

/** A record that a query found; which kind it is, where the query finds several. */
type Found<E extends Entity> = E extends Entity
  ? {
      entity: E['name'];
      key: Key;
      /** Sort key in the order of the query. */
      position: string;
      record: RecordOf<E>;
    }
  : never;

type FoundBy<Q extends Query> = Found<Q['entities'][number]>;
type PartitionValues<Q extends Query> = Parameters<Q['partition']>[0];
type Permission<Q extends Query> = `dynamodb:Query ${Q['table']}`;

/** One page of a query. `next` is there when there may be more. */
export async function queryPage<Q extends Query>(
  permission: Permission<Q>,
  query: Q,
  values: PartitionValues<Q>,
  options: QueryOptions = {},
): Promise<{ found: FoundBy<Q>[]; next: Record<string, unknown> | undefined }> {
  const input = inputOf(permission, query, values, options);
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(new QueryCommand(input));
  return { found: Items.map((item) => toFound(query, item)), next: LastEvaluatedKey };
}

/** Every record of a query, page after page. */
export async function queryAll<Q extends Query>(
  permission: Permission<Q>,
  query: Q,
  values: PartitionValues<Q>,
  options: QueryOptions = {},
): Promise<FoundBy<Q>[]> {
  const items = await everyItem(inputOf(permission, query, values, options));
  return items.map((item) => toFound(query, item));
}

/** Keys of every item in a partition, whatever it is: for deleting it. */
export async function queryKeys<Q extends Query>(
  permission: Permission<Q>,
  query: Q,
  values: PartitionValues<Q>,
  options: QueryOptions = {},
): Promise<Key[]> {
  const input = inputOf(permission, query, values, options);
  const items = await everyItem({ ...input, ProjectionExpression: 'pk, sk' });
  return items.map(keyOf);
}

async function everyItem(input: QueryCommandInput) {
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(new QueryCommand({ ...input, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

const prefixOf = (query: Query) => query.definition.index?.toLowerCase() ?? '';

function inputOf<Q extends Query>(
  permission: Permission<Q>,
  query: Q,
  values: PartitionValues<Q>,
  { range, limit, descending, consistent, filter, start }: QueryOptions,
): QueryCommandInput {
  const sort = range && sortCondition(range);
  return {
    TableName: tableName(permission),
    IndexName: query.definition.index,
    KeyConditionExpression: sort ? `#pk = :pk AND ${sort.expression}` : '#pk = :pk',
    ExpressionAttributeNames: {
      '#pk': `${prefixOf(query)}pk`,
      ...(sort && { '#sk': `${prefixOf(query)}sk` }),
      ...filter?.names,
    },
    ExpressionAttributeValues: {
      ':pk': query.partition(values),
      ...sort?.values,
      ...filter?.values,
    },
    FilterExpression: filter?.expression,
    ScanIndexForward: descending !== true,
    ConsistentRead: consistent,
    Limit: limit,
    ExclusiveStartKey: start,
  };
}

function sortCondition(range: Range) {
  if ('equals' in range) return { expression: '#sk = :sk', values: { ':sk': range.equals } };
  if ('above' in range) return { expression: '#sk > :sk', values: { ':sk': range.above } };
  if ('below' in range) return { expression: '#sk < :sk', values: { ':sk': range.below } };
  if ('beginsWith' in range) {
    return { expression: 'begins_with(#sk, :sk)', values: { ':sk': range.beginsWith } };
  }
  const [from, to] = range.between;
  return { expression: '#sk BETWEEN :from AND :to', values: { ':from': from, ':to': to } };
}

function toFound<Q extends Query>(query: Q, item: Record<string, unknown>): FoundBy<Q> {
  const key = keyOf(item);
  const entity = query.entities.find((candidate) => candidate.hasKey(key));
  if (!entity) throw new StoredRecordError(query, key, 'no kind of record has such a key');
  const position = String(item[`${prefixOf(query)}sk`]);
  return { entity: entity.name, key, position, record: readRecord(entity, item) } as FoundBy<Q>;
}
