import type { Clock } from '#local/clock.ts';
import { AwsError, type Permission, type RestRequest, type RestService } from '../service.ts';
import { answerEmpty, answerError } from './answer.ts';
import { BlobFiles } from './blob-files.ts';
import { type Bucket, readBucket } from './bucket.ts';
import type { Handler, Store } from './call.ts';
import { Catalogue } from './catalogue.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { applyLifecycle } from './lifecycle.ts';
import { listObjects } from './listing.ts';
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
} from './multipart-upload.ts';
import { checkHeaders } from './object-headers.ts';
import { copyObject, deleteObject, deleteObjects, getObject, putObject } from './objects.ts';
import { MAX_KEY_BYTES, postObject } from './post-object.ts';
import { checkPresignedUrl, hoistedHeaders } from './presigned-url.ts';
import { bucketOf, type Operation, permissionsOf, routeOf } from './routes.ts';

const HANDLERS: Record<Operation, Handler> = {
  AbortMultipartUpload: abortMultipartUpload,
  CompleteMultipartUpload: completeMultipartUpload,
  CopyObject: copyObject,
  CreateMultipartUpload: createMultipartUpload,
  DeleteObject: deleteObject,
  DeleteObjects: deleteObjects,
  GetObject: getObject,
  HeadBucket: ({ response }) => answerEmpty(response, 200),
  HeadObject: getObject,
  ListMultipartUploads: listMultipartUploads,
  ListObjectsV2: listObjects,
  ListParts: listParts,
  PostObject: postObject,
  PutObject: putObject,
  UploadPart: uploadPart,
};

/** How often, by the local clock, lifecycle rules are looked at. */
const LIFECYCLE_INTERVAL_MS = 3_600_000;

export interface S3Options {
  dataDir: string;
  clock: Clock;
  /** Path of the endpoint (`/_local/aws`), for the addresses in answers. */
  basePath: string;
  secretFor(accessKeyId: string): string | undefined;
  /** Throws `AccessDenied` unless the owner of the access key may do what a request's body asks for (a form's key, the keys to delete), which `permissions` cannot see. */
  authorize(accessKeyId: string, permission: Permission): void;
}

/**
 * S3 on one machine, by path-style addresses: bytes in files, everything else in SQLite. Not
 * emulated: versions, tags, ACLs, events, website hosting, SelectObjectContent, UploadPartCopy.
 */
export async function openS3(options: S3Options): Promise<RestService> {
  const { clock } = options;
  const catalogue = new Catalogue(options.dataDir);
  const files = new BlobFiles(options.dataDir);
  const referenced = catalogue.referencedBlobs();
  await files.removeUnreferenced((id) => referenced.has(id));

  const buckets = new Map<string, Bucket>();
  const store: Store = {
    ...options,
    catalogue,
    files,
    bucket(name) {
      const bucket = buckets.get(name);
      if (bucket) return bucket;
      throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404, {
        BucketName: name,
      });
    },
  };

  let nextLifecycle = 0;
  async function applyRules(): Promise<void> {
    if (clock.now() < nextLifecycle) return;
    nextLifecycle = clock.now() + LIFECYCLE_INTERVAL_MS;
    for (const bucket of buckets.values()) {
      await applyLifecycle(bucket, clock.now(), catalogue, files);
    }
  }

  return {
    name: 's3',
    protocol: 'rest',
    resourceTypes: ['AWS::S3::Bucket'],
    permissions: permissionsOf,

    async declare(resource) {
      const bucket = readBucket(resource);
      buckets.set(bucket.name, bucket);
      nextLifecycle = 0;
    },

    async handle(request, response) {
      try {
        await applyRules();
        if (request.method === 'OPTIONS') {
          const { corsRules } = store.bucket(bucketOf(request.path));
          return answerPreflight(request, response, corsRules);
        }
        const route = routeOf(request);
        const bucket = store.bucket(route.bucket);
        allowOrigin(request, response, bucket.corsRules);
        if (request.caller.kind === 'anonymous' && route.operation !== 'PostObject') {
          throw new AwsError('AccessDenied', 'Access Denied', 403);
        }
        if (request.query.has('X-Amz-Signature')) {
          checkPresignedUrl(request, clock.now());
          Object.assign(request.headers, hoistedHeaders(request.query));
        }
        checkHeaders(Object.entries(request.headers));
        const accessKeyId = signer(request);
        if (Buffer.byteLength(route.key) > MAX_KEY_BYTES) {
          throw new AwsError('KeyTooLongError', 'Your key is too long');
        }
        const call = { store, bucket, key: route.key, request, response, accessKeyId };
        await HANDLERS[route.operation](call);
      } catch (error) {
        // Nobody is left to be answered.
        if (request.body.readableAborted) return;
        // Without reading away what is still sent, a browser reports a broken connection, not the answer.
        request.body.resume();
        if (!(error instanceof AwsError) || response.headersSent) throw error;
        answerError(request, response, error);
      }
    },

    async close() {
      catalogue.close();
    },
  };
}

/** Whose signature, by header or presigned URL, the wire has verified; empty for a form. */
function signer({ headers, query }: RestRequest): string {
  const credential =
    query.get('X-Amz-Credential') ?? headers.authorization?.split('Credential=')[1];
  return credential?.split('/')[0] ?? '';
}
