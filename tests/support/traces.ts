import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { assemblyOf, type Stack } from './stack.ts';

/** Lines of a stack's tables and keys of its buckets that mention one of these texts. */
export async function tracesOf(stack: Stack, ...texts: string[]): Promise<string[]> {
  const { resources } = await assemblyOf(stack);
  const namesOf = (type: string) =>
    resources.filter((one) => one.type === type).map(({ ref }) => ref);
  const dynamodb = new DynamoDBClient(stack.client);
  const s3 = new S3Client({ ...stack.client, forcePathStyle: true });
  const items = await Promise.all(
    namesOf('AWS::DynamoDB::Table').map((TableName) =>
      dynamodb.send(new ScanCommand({ TableName })),
    ),
  );
  const objects = await Promise.all(
    namesOf('AWS::S3::Bucket').map((Bucket) => s3.send(new ListObjectsV2Command({ Bucket }))),
  );
  return [
    ...items.flatMap(({ Items = [] }) => Items.map((item) => JSON.stringify(item))),
    ...objects.flatMap(({ Contents = [] }) => Contents.map(({ Key }) => Key!)),
  ].filter((line) => texts.some((text) => line.includes(text)));
}
