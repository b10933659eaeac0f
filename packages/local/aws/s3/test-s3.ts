import { S3Client } from '@aws-sdk/client-s3';
import { serve, testCredentials } from '#local/aws/dynamodb/test-server.ts';
import { AwsError, type Permission } from '#local/aws/service.ts';
import { openS3 } from './s3.ts';

export type TestS3 = Awaited<ReturnType<typeof openTestS3>>;

/** Test-only: S3 with a bucket `data`, served under a base path, and a client for it. */
export async function openTestS3(dataDir: string) {
  let advancedMs = 0;
  let listingDenied = false;
  const require = (permissions: readonly Permission[]) => {
    for (const { action, resource } of permissions) {
      const denied =
        resource.includes('/forbidden/') || (listingDenied && action === 's3:ListBucket');
      if (denied) throw new AwsError('AccessDeniedException', `${action} on ${resource}`, 400);
    }
  };
  const service = await openS3({
    dataDir,
    clock: { now: () => Date.now() + advancedMs },
    findSigner(id) {
      const found = testCredentials.find(id);
      return (
        found && {
          secret: found.secretAccessKey,
          require: (permission) => require([permission]),
        }
      );
    },
  });
  const declare = (name: string, properties: object = {}) =>
    service.declare({
      stack: 'data',
      logicalId: name,
      type: 'AWS::S3::Bucket',
      ref: name,
      attributes: { Arn: `arn:aws:s3:::${name}` },
      properties,
      metadata: {},
    });
  await declare('data', {
    VersioningConfiguration: { Status: 'Enabled' },
    CorsConfiguration: {
      CorsRules: [
        {
          AllowedOrigins: ['http://localhost:*'],
          AllowedMethods: ['POST', 'PUT', 'GET'],
          AllowedHeaders: ['content-*'],
          ExposedHeaders: ['ETag'],
          MaxAge: 600,
        },
      ],
    },
  });
  const server = await serve(service, require);
  const client = new S3Client({ ...server.client, forcePathStyle: true, maxAttempts: 1 });
  return {
    dataDir,
    endpoint: server.endpoint,
    options: { ...server.client, forcePathStyle: true, maxAttempts: 1 },
    client,
    declare,
    advanceDays: (days: number) => {
      advancedMs += days * 86_400_000;
    },
    denyListing: (denied: boolean) => {
      listingDenied = denied;
    },
    async close() {
      client.destroy();
      await server.close();
    },
  };
}
