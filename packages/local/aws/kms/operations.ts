import * as z from 'zod';
import { AwsError, defineOperation, type Permission, type Service } from '#local/aws/service.ts';
import { type EncryptionContext, keyIdOf, seal, unseal } from './envelope.ts';

/** A key as a template declares it. */
export interface Key {
  id: string;
  arn: string;
  /** The 32 bytes that encrypt. */
  material: Buffer;
}

const bytes = (maxBytes: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length >= 1 && length <= maxBytes, {
      error: `must have 1 to ${maxBytes} bytes`,
    });
const encryptionContext = z.record(z.string().min(1), z.string()).default({});
const EncryptionAlgorithm = 'SYMMETRIC_DEFAULT';

/**
 * The operations of KMS.
 *
 * @param findKey the key of an id, ARN, alias or alias ARN; throws `NotFoundException`
 */
export function kmsOperations(findKey: (reference: string) => Key): Service['operations'] {
  return {
    Encrypt: defineOperation({
      input: z.strictObject({
        KeyId: z.string(),
        Plaintext: bytes(4096),
        EncryptionContext: encryptionContext,
      }),
      permission: ({ KeyId, EncryptionContext }) =>
        permissionOn('kms:Encrypt', findKey(KeyId), EncryptionContext),
      run({ KeyId, Plaintext, EncryptionContext }) {
        const { id, arn, material } = findKey(KeyId);
        const blob = seal(id, material, Plaintext, EncryptionContext);
        return { EncryptionAlgorithm, CiphertextBlob: blob.toString('base64'), KeyId: arn };
      },
    }),
    Decrypt: defineOperation({
      input: z.strictObject({
        KeyId: z.string().optional(),
        CiphertextBlob: bytes(6144),
        EncryptionContext: encryptionContext,
      }),
      // A ciphertext names its own key.
      permission: ({ CiphertextBlob, EncryptionContext }) =>
        permissionOn('kms:Decrypt', findKey(keyIdOf(CiphertextBlob)), EncryptionContext),
      run({ KeyId, CiphertextBlob, EncryptionContext }) {
        const key = findKey(keyIdOf(CiphertextBlob));
        if (KeyId !== undefined && findKey(KeyId) !== key) {
          throw new AwsError(
            'IncorrectKeyException',
            'The key ID in the request does not identify a CMK that can perform this operation.',
          );
        }
        const plaintext = unseal(key.material, CiphertextBlob, EncryptionContext);
        return { EncryptionAlgorithm, Plaintext: plaintext.toString('base64'), KeyId: key.arn };
      },
    }),
  };
}

function permissionOn(action: string, { arn }: Key, encryption: EncryptionContext): Permission {
  const context: Permission['context'] = {};
  for (const [name, value] of Object.entries(encryption)) {
    context[`kms:EncryptionContext:${name}`] = value;
  }
  const names = Object.keys(encryption);
  if (names.length > 0) context['kms:EncryptionContextKeys'] = names;
  return { action, resource: arn, context };
}
