/**
 * Table `Indexes`, part 3: builds whose files are of no more use, because another build serves in their
 * place or because they failed. Written down in the transaction that makes them so, until somebody has
 * removed the files.
 *
 * | access pattern            | pk               | sk                  | index                        |
 * |---------------------------|------------------|---------------------|------------------------------|
 * | one superseded build      | INDEX#{index_id} | SUPERSEDED#{folder} |                              |
 * | superseded before a time  |                  |                     | GSI2 SUPERSEDED / since when |
 */
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { dynamodb, type TransactItems } from './dynamodb.ts';

export interface SupersededBuild {
  index_id: string;
  /** Its place in the bucket `Indexes`, with a trailing slash. */
  folder: string;
}

const keyOf = ({ index_id, folder }: SupersededBuild) => ({
  pk: `INDEX#${index_id}`,
  sk: `SUPERSEDED#${folder}`,
});

/** The write that says so, to be made with the one that makes it true. */
export const supersession = (build: SupersededBuild, now: Date): TransactItems[number] => ({
  Put: {
    TableName: tableName('Indexes'),
    Item: { ...keyOf(build), ...build, gsi2pk: 'SUPERSEDED', gsi2sk: now.toISOString() },
  },
});

/** Builds that were superseded before a moment, oldest first; at most 100. */
export async function listSupersededBuilds(before: Date): Promise<SupersededBuild[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName('Indexes'),
      IndexName: 'GSI2',
      KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :before',
      ExpressionAttributeValues: { ':pk': 'SUPERSEDED', ':before': before.toISOString() },
      Limit: 100,
    }),
  );
  return Items.map(({ index_id, folder }) => ({ index_id, folder }));
}

/** Its files are gone. */
export async function forgetSupersededBuild(build: SupersededBuild): Promise<void> {
  await dynamodb.send(new DeleteCommand({ TableName: tableName('Indexes'), Key: keyOf(build) }));
}
