import type { Cloud } from '#local/cloud.ts';

export interface NewObject {
  bucket: string;
  key: string;
  data: Buffer;
  type: string;
}

/** Puts objects through the AWS endpoint with the host's key. */
export async function putObjects(cloud: Cloud, objects: readonly NewObject[]): Promise<void> {
  // Loaded only when needed: a start with nothing to put does not need the SDK.
  const { PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region: cloud.assembly.region,
    endpoint: cloud.endpoint,
    credentials: cloud.credentials,
    forcePathStyle: true,
  });
  try {
    await Promise.all(
      objects.map(({ bucket, key, data, type }) =>
        client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body: data, ContentType: type }),
        ),
      ),
    );
  } finally {
    client.destroy();
  }
}
