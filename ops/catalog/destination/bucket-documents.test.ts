import { gunzipSync } from 'node:zlib';
import type { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Installation } from '../environment.ts';
import { BucketDocuments } from './bucket-documents.ts';

const documentOf = (number: number, abstract = '') =>
  ({ ucid: `US-${number}-B2`, abstract }) as PatentDocument;

/** A bucket that keeps what it is sent, and how much was sent at once. */
function bucketThat(put: (key: string) => Promise<void>) {
  const stored = new Map<string, unknown>();
  let atOnce = 0;
  const most = { atOnce: 0 };
  const s3 = {
    async send({ input }: PutObjectCommand) {
      most.atOnce = Math.max(most.atOnce, ++atOnce);
      await put(input.Key!);
      stored.set(input.Key!, JSON.parse(gunzipSync(input.Body as Buffer).toString()));
      atOnce--;
    },
  };
  const installation = { s3, datasetsBucket: 'datasets' } as unknown as Installation;
  return { documents: new BucketDocuments(installation, 'v1'), stored, most };
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

it('uploads documents concurrently, and has stored all of them when it settles', async () => {
  const { documents, stored, most } = bucketThat(soon);
  for (let number = 1; number <= 200; number++) await documents.add(documentOf(number));
  await documents.settle();
  expect(stored.size).toBe(200);
  expect(stored.get('patent-documents/v1/US-7-B2.json.gz')).toEqual(documentOf(7));
  expect(most.atOnce).toBeGreaterThan(1);
  expect(most.atOnce).toBeLessThanOrEqual(32);
});

it('uploads fewer at the same time when they are long', async () => {
  const { documents, most } = bucketThat(soon);
  const long = 'x'.repeat(3 << 20);
  for (let number = 1; number <= 8; number++) await documents.add(documentOf(number, long));
  await documents.settle();
  expect(most.atOnce).toBeLessThanOrEqual(2);
});

it('names the document that could not be stored, and says that the load can be resumed', async () => {
  const { documents } = bucketThat(async (key) => {
    if (key.includes('US-2-')) throw new Error('SlowDown');
  });
  for (let number = 1; number <= 3; number++) await documents.add(documentOf(number));
  const failure = /US-2-B2 could not be stored \(SlowDown\).*resume/;
  await expect(documents.settle()).rejects.toThrow(failure);
  await expect(documents.add(documentOf(4))).rejects.toThrow(failure);
});
