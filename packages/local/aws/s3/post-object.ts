import * as z from 'zod';
import { AwsError, defineOperation, type Operation } from '#local/aws/service.ts';
import { readForm } from './form-data.ts';
import { headersToKeep, notEmulated } from './headers.ts';
import { checkPolicy, type Signer, verifyPolicySignature } from './post-policy.ts';
import { receiveFile } from './receive.ts';
import { answerEmpty, checkKeyLength, permissionTo, type Store, storeObject } from './store.ts';

/** Fields of a form that are emulated. */
const known =
  /^(bucket|content-type|key|policy|x-amz-(algorithm|credential|date|signature|security-token|meta-.+))$/;

/** The browser's upload: a form whose signed policy says what may be uploaded, where to, until when. */
export function postObject(
  store: Store,
  findSigner: (accessKeyId: string) => Signer | undefined,
): Operation {
  return defineOperation({
    route: 'POST /{Bucket}',
    input: z.strictObject({ Bucket: z.string() }),
    // The form is its own authorisation: its policy is signed, and the signer needs the permission.
    permission: 'public',
    async run({ Bucket }, { request, response }) {
      const { body, headers } = request;
      try {
        const { fields, file } = await readForm(body, headers['content-type'] ?? '');
        const key = keyIn(fields);
        const signer = await verifyPolicySignature(fields, findSigner);
        fields.set('bucket', Bucket);
        const { minBytes, maxBytes } = checkPolicy(fields, store.clock.now());
        signer.require(permissionTo('PutObject')({ Bucket, Key: key }));
        const unknown = [...fields.keys()].find((name) => !known.test(name));
        if (unknown) throw notEmulated(`the field ${unknown}`);
        const kept = headersToKeep(Object.fromEntries(fields));
        const { blob, etag } = await receiveFile(file, minBytes, maxBytes, store.files);
        await storeObject(store, { bucket: Bucket, key, etag, headers: kept, blobs: [blob] });
        answerEmpty(response, 204, { etag: `"${etag}"` });
      } finally {
        // What is left of the form is ignored, but must be read for the connection to be used again.
        body.unpipe();
        body.resume();
      }
    },
  });
}

function keyIn(fields: ReadonlyMap<string, string>): string {
  const key = fields.get('key') ?? '';
  if (key === '') {
    throw new AwsError('InvalidArgument', "Bucket POST must contain a field named 'key'.");
  }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
  if (key.includes('${filename}')) throw notEmulated('${filename} in a key');
  checkKeyLength(key);
  return key;
}
