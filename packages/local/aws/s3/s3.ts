import { AwsError, type Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { BlobFiles } from './blob-files.ts';
import { type Bucket, readBucket } from './bucket.ts';
import { Catalogue } from './catalogue.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { checkHeaders } from './headers.ts';
import { applyLifecycle } from './lifecycle.ts';
import { Link, type LinkSpeed } from './link.ts';
import { multipartOperations } from './multipart.ts';
import { objectOperations } from './objects.ts';
import { postObject } from './post-object.ts';
import type { Signer } from './post-policy.ts';
import { checkPresignedUrl } from './presigned-url.ts';
import { checkKeyLength, type Store } from './store.ts';

/** What S3 calls errors of the wire. */
export const s3Codes: Service['ownCodes'] = {
  AccessDeniedException: { code: 'AccessDenied', statusCode: 403 },
  InvalidSignatureException: { code: 'SignatureDoesNotMatch', statusCode: 403 },
  MissingAuthenticationTokenException: { code: 'AccessDenied', statusCode: 403 },
  UnknownOperationException: { code: 'NotImplemented', statusCode: 501 },
  UnrecognizedClientException: { code: 'InvalidAccessKeyId', statusCode: 403 },
};

/** Interval between runs of the lifecycle rules, by the local clock. */
const lifecycleIntervalMs = 3_600_000;

export interface S3Options {
  dataDir: string;
  clock: Clock;
  /** The owner of an access key of this installation. */
  findSigner(accessKeyId: string): Signer | undefined;
  /** Speed of reading objects. If absent, they are read as fast as the machine does it. */
  speed?: LinkSpeed;
}

/**
 * S3 on one machine, by path-style addresses: bytes in files, everything else in SQLite. Versioned buckets
 * keep what was overwritten.
 */
export async function openS3({ dataDir, clock, findSigner, speed }: S3Options): Promise<Service> {
  const catalogue = new Catalogue(dataDir);
  const files = new BlobFiles(dataDir);
  const referenced = catalogue.referencedBlobs();
  await files.removeUnreferenced((id) => referenced.has(id));
  const buckets = new Map<string, Bucket>();
  const store: Store = {
    catalogue,
    files,
    clock,
    isVersioned: (bucket) => buckets.get(bucket)?.versioned === true,
    link: speed && new Link(speed),
  };

  let nextLifecycle = 0;
  async function applyRules(): Promise<void> {
    if (clock.now() < nextLifecycle) return;
    nextLifecycle = clock.now() + lifecycleIntervalMs;
    for (const bucket of buckets.values()) await applyLifecycle(bucket, store);
  }

  /** The bucket that a path starts with. Throws if it does not exist, or if the key is too long. */
  function bucketOf(path: string): Bucket {
    const [, name = '', ...steps] = path.split('/');
    checkKeyLength(steps.join('/').replace(/%[\da-f]{2}/gi, 'x'));
    const bucket = buckets.get(name);
    if (bucket) return bucket;
    throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404, {
      BucketName: name,
    });
  }

  return {
    name: 's3',
    protocol: 'rest-xml',
    resourceTypes: ['AWS::S3::Bucket'],
    invalidInput: 'InvalidArgument',
    ownCodes: s3Codes,
    operations: {
      ...objectOperations(store),
      ...multipartOperations(store),
      PostObject: postObject(store, findSigner),
    },

    async prepare(request, response) {
      await applyRules();
      const { corsRules } = bucketOf(request.path);
      if (request.method === 'OPTIONS') {
        answerPreflight(request, response, corsRules);
        return true;
      }
      allowOrigin(request, response, corsRules);
      if (request.query.has('X-Amz-Signature')) checkPresignedUrl(request, clock.now());
      checkHeaders(request);
      return false;
    },

    async declare(resource) {
      const bucket = readBucket(resource);
      buckets.set(bucket.name, bucket);
      nextLifecycle = 0;
    },

    async close() {
      catalogue.close();
    },
  };
}
