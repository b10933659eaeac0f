/** Answers of models: under `judged/` in the bucket `Reports`, named by the hash of their request. A lifecycle rule removes them. */
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { bucketName } from '#core/runtime/config.ts';
import { isMissing, s3 } from '#core/storage/s3.ts';
import type { StoredAnswer } from './judge-pass.ts';

const keyOf = (hash: string) => `judged/${hash}.json`;

export async function getAnswer(hash: string): Promise<StoredAnswer | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({
        Bucket: bucketName('s3:GetObject Reports/judged/*'),
        Key: keyOf(hash),
      }),
    );
    return JSON.parse(await Body!.transformToString()) as StoredAnswer;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function putAnswer(hash: string, stored: StoredAnswer): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName('s3:PutObject Reports/judged/*'),
      Key: keyOf(hash),
      Body: JSON.stringify(stored),
    }),
  );
}
