import type { Cloud } from '#local/cloud.ts';

export interface NewObject {
  bucket: string;
  key: string;
  data: Buffer;
  type: string;
}

/** Puts an object through the wire endpoint with the host's own key, as an operator's tool would. */
export async function putObject(
  cloud: Cloud,
  { bucket, key, data, type }: NewObject,
): Promise<void> {
  // The SDK is loaded only when there is something to put: a warm start has no use for it.
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region: cloud.assembly.region,
    endpoint: cloud.endpoint,
    credentials: cloud.credentials,
    forcePathStyle: true,
  });
  await client.send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body: data, ContentType: type }),
  );
  client.destroy();
}
