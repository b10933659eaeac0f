/**
 * Table `Datasets`: who uploaded a file. The bucket is the truth about which files exist.
 *
 * | access pattern              | pk           | sk         |
 * |-----------------------------|--------------|------------|
 * | authors of a page of files  | ORG#{org_id} | FILE#{key} |
 */
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { dynamodb } from './dynamodb.ts';

const itemKey = (orgId: string, key: string) => ({ pk: `ORG#${orgId}`, sk: `FILE#${key}` });

export async function putAuthor(orgId: string, key: string, author: string): Promise<void> {
  await dynamodb.send(
    new PutCommand({
      TableName: tableName('Datasets'),
      Item: { ...itemKey(orgId, key), file_key: key, author },
    }),
  );
}

export async function deleteAuthor(orgId: string, key: string): Promise<void> {
  await dynamodb.send(
    new DeleteCommand({ TableName: tableName('Datasets'), Key: itemKey(orgId, key) }),
  );
}

/** Authors by file key, for the files between two keys of the organisation (inclusive). */
export async function listAuthors(orgId: string, firstKey: string, lastKey: string) {
  const authors = new Map<string, string>();
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(
      new QueryCommand({
        TableName: tableName('Datasets'),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': `ORG#${orgId}`,
          ':first': `FILE#${firstKey}`,
          ':last': `FILE#${lastKey}`,
        },
        ExclusiveStartKey,
      }),
    );
    for (const item of page.Items ?? []) authors.set(item.file_key, item.author);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return authors;
}
