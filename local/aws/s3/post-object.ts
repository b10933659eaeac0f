import { AwsError } from '../service.ts';
import { answerEmpty, answerXml } from './answer.ts';
import { bodyOf, type Call, wholeSeconds } from './call.ts';
import { checksumHeader } from './checksums.ts';
import { readForm } from './form-data.ts';
import { checkHeaders, objectHeaders } from './object-headers.ts';
import { commitObject } from './objects.ts';
import { MAX_PAYLOAD_BYTES, receive } from './payload.ts';
import { checkPolicy, verifyPolicySignature } from './post-policy.ts';
import { objectArn } from './routes.ts';

/** S3's limit of a key, in bytes of UTF-8. */
export const MAX_KEY_BYTES = 1024;

/** The browser's upload: a form whose signed policy says what may be uploaded, where to, until when. */
export async function postObject({ store, bucket, request, response }: Call): Promise<void> {
  const contentType = request.headers['content-type'] ?? '';
  const { fields, fileName, file } = await readForm(bodyOf(request), contentType);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
  const key = (fields.get('key') ?? '').replaceAll('${filename}', fileName);
  if (key === '')
    throw new AwsError('InvalidArgument', "Bucket POST must contain a field named 'key'.");
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new AwsError('KeyTooLongError', 'Your key is too long');
  }
  const accessKeyId = verifyPolicySignature(fields, store.secretFor);
  fields.set('key', key);
  fields.set('bucket', bucket.name);
  const { minBytes, maxBytes } = checkPolicy(fields, store.clock.now());
  const resource = objectArn(bucket.name, key);
  store.authorize(accessKeyId, { action: 's3:PutObject', resource });

  const unknown = NOT_EMULATED.find((name) => fields.has(name));
  if (unknown)
    throw new AwsError('NotImplemented', `S3: the field ${unknown} is not emulated`, 501);
  const ofObject = objectFields(fields);
  checkHeaders(ofObject);
  const headers = objectHeaders(Object.fromEntries(ofObject));
  const checksum = checksumHeader(fields.keys());
  const { blob, md5, checksumHeaders } = await receive(file, store.files, new Map(), {
    contentMd5: fields.get('content-md5'),
    checksum: checksum ? { name: checksum, value: fields.get(checksum) } : undefined,
    maxBytes: Math.min(maxBytes, MAX_PAYLOAD_BYTES),
  });
  if (blob.sizeBytes < minBytes) {
    await store.files.remove([blob]);
    throw new AwsError(
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      400,
      {
        ProposedSize: blob.sizeBytes,
        MinSizeAllowed: minBytes,
      },
    );
  }
  const object = {
    key,
    etag: md5,
    sizeBytes: blob.sizeBytes,
    modified: wholeSeconds(store.clock.now()),
    headers: { ...headers, ...checksumHeaders },
    blobs: [blob],
  };
  await commitObject(store, bucket.name, object, {});
  // What follows the file is ignored, but must be read for the connection to be used again.
  request.body.resume();

  const path = `${bucket.name}/${encodeURIComponent(key).replaceAll('%2F', '/')}`;
  const location = `http://${request.headers.host}${store.basePath}/${path}`;
  const etag = `"${md5}"`;
  // As S3 does it: what is no URL is as good as none.
  const target = URL.parse(fields.get('success_action_redirect') ?? '');
  if (target) {
    for (const [name, value] of Object.entries({ bucket: bucket.name, key, etag })) {
      target.searchParams.append(name, value);
    }
    return answerEmpty(response, 303, { location: target.href, etag });
  }
  const status = fields.get('success_action_status');
  if (status === '201') {
    const content = { Location: location, Bucket: bucket.name, Key: key, ETag: etag };
    return answerXml(response, 'PostResponse', content, { location, etag }, 201);
  }
  answerEmpty(response, status === '200' ? 200 : 204, { location, etag });
}

const NOT_EMULATED = ['acl', 'tagging', 'redirect'];

/** The fields that are headers of the object; the others are the form's own (signature, policy, what to answer). */
function objectFields(fields: ReadonlyMap<string, string>): [string, string][] {
  return [...fields].filter(([name]) => !FORM_FIELDS.test(name));
}

const FORM_FIELDS =
  /^(bucket|key|policy|success_action_.+|x-amz-(algorithm|credential|signature)|x-ignore-.*)$/;
