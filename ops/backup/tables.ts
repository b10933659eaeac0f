import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import {
  BatchWriteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { fromLine, type Item, keyOf, toLine } from './dynamodb-json.ts';

/** DynamoDB takes no more items in one call. */
const mostWritten = 25;

/** Writes a table's items into a file, one a line. Gives their number. */
export async function saveTable(
  dynamodb: DynamoDBClient,
  table: string,
  file: string,
): Promise<number> {
  let count = 0;
  async function* lines() {
    for await (const item of itemsOf(dynamodb, table)) {
      count++;
      yield `${toLine(item)}\n`;
    }
  }
  await pipeline(lines, createWriteStream(file));
  return count;
}

/**
 * Makes a table hold exactly the items of a file. Gives their number, and how many others were removed.
 * @param newIds ids of accounts that are others now
 */
export async function loadTable(
  dynamodb: DynamoDBClient,
  table: string,
  file: string,
  newIds: ReadonlyMap<string, string>,
): Promise<{ items: number; removed: number }> {
  const write = batched(dynamodb, table);
  const saved = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const Item = withNewIds(line, newIds);
    saved.add(keyOf(Item));
    await write.add({ PutRequest: { Item } });
  }
  let removed = 0;
  for await (const { pk, sk } of itemsOf(dynamodb, table, 'pk, sk')) {
    if (saved.has(keyOf({ pk: pk!, sk: sk! }))) continue;
    await write.add({ DeleteRequest: { Key: { pk: pk!, sk: sk! } } });
    removed++;
  }
  await write.end();
  return { items: saved.size, removed };
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** An item whose keys and attributes name accounts by their new ids. */
function withNewIds(line: string, newIds: ReadonlyMap<string, string>): Item {
  if (newIds.size === 0) return fromLine(line);
  const changed = line.replaceAll(uuids, (id) => newIds.get(id) ?? id);
  const item = fromLine(changed);
  if (item.sk!.S !== 'USER' || changed === line) return item;
  // The authenticator app was one of the account of before.
  const { second_factor_since: _, two_step_sessions: __, ...moved } = item;
  return moved;
}

async function* itemsOf(
  dynamodb: DynamoDBClient,
  TableName: string,
  ProjectionExpression?: string,
): AsyncGenerator<Item> {
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await dynamodb.send(
      new ScanCommand({ TableName, ProjectionExpression, ExclusiveStartKey }),
    );
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/** Collects writes of different items into calls, and repeats what DynamoDB leaves out. */
function batched(dynamodb: DynamoDBClient, table: string) {
  let waiting: WriteRequest[] = [];
  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const { UnprocessedItems } = await dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [table]: waiting } }),
    );
    waiting = UnprocessedItems?.[table] ?? [];
  }
  return {
    async add(request: WriteRequest): Promise<void> {
      waiting.push(request);
      while (waiting.length >= mostWritten) await flush();
    },
    async end(): Promise<void> {
      while (waiting.length > 0) await flush();
    },
  };
}
