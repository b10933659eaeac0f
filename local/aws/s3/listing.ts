import { AwsError } from '../service.ts';
import { answerXml } from './answer.ts';
import { type Call, countIn } from './call.ts';

const MAX_KEYS = 1000;
/** Sorts behind every key that continues a prefix. */
const LAST = '\u{10ffff}';

/** `ListObjectsV2`: keys in the order of their UTF-8 bytes, those that share a prefix up to the delimiter as one. */
export function listObjects({ store, bucket, request, response }: Call): void {
  const { query } = request;
  if (query.get('list-type') !== '2') {
    throw new AwsError('NotImplemented', 'S3: only version 2 of ListObjects is emulated', 501);
  }
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(countIn(query, 'max-keys', MAX_KEYS), MAX_KEYS);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after') ?? '';
  const encoding = query.get('encoding-type');
  if (encoding !== null && encoding !== 'url') {
    throw new AwsError('InvalidArgument', 'Invalid Encoding Method specified in Request');
  }
  const encode = encoding === 'url' ? encodeKey : (key: string) => key;

  const page = listPage(
    (after) => store.catalogue.objects(bucket.name, prefix, after),
    token === null ? startAfter : Buffer.from(token, 'base64url').toString(),
    { prefix, delimiter, maxKeys },
  );
  answerXml(response, 'ListBucketResult', {
    Name: bucket.name,
    Prefix: encode(prefix),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    MaxKeys: maxKeys,
    EncodingType: encoding ?? undefined,
    KeyCount: page.objects.length + page.commonPrefixes.length,
    IsTruncated: page.next !== undefined,
    ContinuationToken: token ?? undefined,
    NextContinuationToken:
      page.next === undefined ? undefined : Buffer.from(page.next).toString('base64url'),
    StartAfter: startAfter ? encode(startAfter) : undefined,
    Contents: page.objects.map((object) => ({
      Key: encode(object.key),
      LastModified: new Date(object.modified).toISOString(),
      ETag: `"${object.etag}"`,
      Size: object.sizeBytes,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.commonPrefixes.map((one) => ({ Prefix: encode(one) })),
  });
}

/** One page of keys and common prefixes; `next` is where the following page starts, if there is one. */
function listPage<T extends { key: string }>(
  objectsAfter: (after: string) => Iterable<T>,
  start: string,
  { prefix, delimiter, maxKeys }: { prefix: string; delimiter: string; maxKeys: number },
) {
  const objects: T[] = [];
  const commonPrefixes: string[] = [];
  let after = start;
  let more = true;
  while (more) {
    more = false;
    for (const object of objectsAfter(after)) {
      if (objects.length + commonPrefixes.length >= maxKeys) {
        return { objects, commonPrefixes, next: maxKeys > 0 ? after : undefined };
      }
      const cut = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
      if (cut === -1) {
        objects.push(object);
        after = object.key;
        continue;
      }
      const common = object.key.slice(0, cut + delimiter.length);
      // A page may start behind a key inside of this group: the group has been listed already.
      if (!start.startsWith(common)) commonPrefixes.push(common);
      after = common + LAST;
      more = true;
      break;
    }
  }
  return { objects, commonPrefixes, next: undefined };
}

const encodeKey = (key: string) => encodeURIComponent(key).replaceAll('%2F', '/');
