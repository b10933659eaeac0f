/**
 * Table `Indexes`, part 4: what becomes of indexes whose people leave. Access patterns as in `indexes.ts`;
 * `sweep-builds` removes what is left of builds that were running.
 */
import { tableName } from '#functions/runtime/config.ts';
import { deleteItems, queryAll, transact } from './dynamodb.ts';
import { namesOf, relistedAuthor } from './index-listing.ts';
import { type IndexRecord, indexesOf, indexKey, toRecord } from './indexes.ts';
import { buildFolder } from './indexes-bucket.ts';
import { supersession } from './superseded-builds.ts';

/** All indexes of an organisation. */
export async function listIndexesOf(orgId: string): Promise<IndexRecord[]> {
  const items = await queryAll({
    TableName: tableName('Indexes'),
    IndexName: 'GSI1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': indexesOf(orgId) },
  });
  return items.map(toRecord);
}

/** Puts another name in the place of an author who is gone, and mails them no more. */
export async function renameIndexAuthor(
  orgId: string,
  user: { item_id: string; email: string },
  author: string,
): Promise<void> {
  for (const { item_id, name, author_id, notify_email } of await listIndexesOf(orgId)) {
    const isAuthor = author_id === user.item_id;
    const isTold = notify_email === user.email;
    if (!isAuthor && !isTold) continue;
    const gone = [...(isAuthor ? ['author_id'] : []), ...(isTold ? ['notify_email'] : [])];
    const Update = {
      TableName: tableName('Indexes'),
      Key: indexKey(item_id),
      UpdateExpression: `${isAuthor ? 'SET author = :author ' : ''}REMOVE ${gone.join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: isAuthor ? { ':author': author } : undefined,
    };
    const listing = isAuthor ? [relistedAuthor({ org_id: orgId, name, author })] : [];
    await transact([{ Update }, ...listing]);
  }
}

/**
 * Deletes the indexes of an organisation that is no more. A build that runs finds its record gone and
 * stops; its folder is noted as superseded, so that what its last step still writes is removed later.
 */
export async function deleteIndexesOf(orgId: string, now: Date): Promise<void> {
  const TableName = tableName('Indexes');
  for (const record of await listIndexesOf(orgId)) {
    const folder = buildFolder(record);
    await transact([
      { Delete: { TableName, Key: indexKey(record.item_id) } },
      supersession({ index_id: record.item_id, folder }, now),
    ]);
  }
  const names = await queryAll({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': namesOf(orgId) },
  });
  await deleteItems(TableName, names);
}
