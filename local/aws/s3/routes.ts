import { AwsError, type Permission, type RestRequest } from '../service.ts';

/** An operation of S3's API; `PostObject` is the browser's form upload. */
export type Operation = (typeof ROUTES)[number][0];

/** A request, understood. `key` is empty for operations on a bucket. */
export interface Route {
  operation: Operation;
  bucket: string;
  key: string;
}

const OVERRIDES = [
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
];

/** Operation, method, what it acts on, query parameters that tell it from others, further parameters. */
const ROUTES = [
  [
    'ListObjectsV2',
    'GET',
    'bucket',
    ['list-type'],
    ['prefix', 'delimiter', 'max-keys', 'continuation-token', 'start-after', 'encoding-type'],
  ],
  ['ListMultipartUploads', 'GET', 'bucket', ['uploads'], ['prefix']],
  ['HeadBucket', 'HEAD', 'bucket', [], []],
  ['DeleteObjects', 'POST', 'bucket', ['delete'], []],
  ['PostObject', 'POST', 'bucket', [], []],
  ['GetObject', 'GET', 'object', [], OVERRIDES],
  ['HeadObject', 'HEAD', 'object', [], OVERRIDES],
  ['PutObject', 'PUT', 'object', [], []],
  ['CopyObject', 'PUT', 'object', [], []],
  ['DeleteObject', 'DELETE', 'object', [], []],
  ['CreateMultipartUpload', 'POST', 'object', ['uploads'], []],
  ['UploadPart', 'PUT', 'object', ['partNumber', 'uploadId'], []],
  ['ListParts', 'GET', 'object', ['uploadId'], ['max-parts', 'part-number-marker']],
  ['CompleteMultipartUpload', 'POST', 'object', ['uploadId'], []],
  ['AbortMultipartUpload', 'DELETE', 'object', ['uploadId'], []],
] as const;

/** Finds the operation of a request. Throws on one that is not emulated, and on unknown parameters. */
export function routeOf({ method, path, query, headers }: RestRequest): Route {
  const [, bucket = '', ...rest] = path.split('/');
  const key = decode(rest.join('/'));
  // `x-id` names the operation for log readers; `X-Amz-*` belong to a presigned URL.
  const parameters = [...query.keys()].filter((name) => !/^x-(id$|amz-)/i.test(name));
  const copies = headers['x-amz-copy-source'] !== undefined;
  for (const [operation, itsMethod, target, telling, further] of ROUTES) {
    if (itsMethod !== method || (target === 'object') !== (key !== '')) continue;
    if ((operation === 'CopyObject') !== copies || bucket === '') continue;
    const known = new Set<string>([...telling, ...further]);
    if (telling.every((name) => query.has(name)) && parameters.every((name) => known.has(name))) {
      return { operation, bucket: decode(bucket), key };
    }
  }
  throw new AwsError(
    'NotImplemented',
    `S3: ${method} ${path}?${parameters.join('&')} is not emulated`,
    501,
  );
}

/** Name of the bucket that a path starts with. */
export const bucketOf = (path: string): string => decode(path.split('/')[1] ?? '');

/** The source of a copy. Throws if it names a version. */
export function copySource(header: string): { bucket: string; key: string } {
  const [path = '', version] = header.split('?');
  const [bucket = '', ...rest] = path.replace(/^\//, '').split('/');
  if (version !== undefined || rest.length === 0) {
    throw new AwsError('InvalidArgument', `The copy source ${header} is not bucket/key.`);
  }
  return { bucket: decode(bucket), key: decode(rest.join('/')) };
}

/** IAM's name of an operation where it is not the operation's own. */
const ACTION_OF: Partial<Record<Operation, string>> = {
  HeadBucket: 'ListBucket',
  HeadObject: 'GetObject',
  ListObjectsV2: 'ListBucket',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  CreateMultipartUpload: 'PutObject',
  UploadPart: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  ListParts: 'ListMultipartUploadParts',
};

/**
 * What IAM must allow. The keys of a form and of DeleteObjects stand in the body, so that those are
 * authorised when they have been read.
 */
export function permissionsOf(request: RestRequest): Permission[] {
  const { operation, bucket, key } = routeOf(request);
  if (operation === 'PostObject' || operation === 'DeleteObjects') return [];
  if (operation === 'CopyObject') {
    const source = copySource(String(request.headers['x-amz-copy-source']));
    return [
      { action: 's3:GetObject', resource: objectArn(source.bucket, source.key) },
      { action: 's3:PutObject', resource: objectArn(bucket, key) },
    ];
  }
  const action = `s3:${ACTION_OF[operation] ?? operation}`;
  if (key) return [{ action, resource: objectArn(bucket, key) }];
  const prefix = request.query.get('prefix');
  return [
    {
      action,
      resource: `arn:aws:s3:::${bucket}`,
      ...(prefix !== null && { context: { 's3:prefix': prefix } }),
    },
  ];
}

export const objectArn = (bucket: string, key: string) => `arn:aws:s3:::${bucket}/${key}`;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.");
  }
}
