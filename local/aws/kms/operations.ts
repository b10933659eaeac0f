import * as z from 'zod';
import { parseMembers } from '../parse-members.ts';
import { AwsError } from '../service.ts';
import { type EncryptionContext, keyIdOf, seal, unseal } from './envelope.ts';

/** A key as a template declares it, without its material. */
export interface Key {
  id: string;
  arn: string;
}

/** A call that has been read: on which key, in which context, and what it does with the key's material. */
interface Call {
  key: Key;
  context: EncryptionContext;
  run(material: Buffer): object;
}

const bytes = (maxBytes: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length >= 1 && length <= maxBytes, {
      error: `must have 1 to ${maxBytes} bytes`,
    });
const encryptionContext = z.record(z.string().min(1), z.string()).default({});
const encrypt = z.strictObject({
  KeyId: z.string(),
  Plaintext: bytes(4096),
  EncryptionContext: encryptionContext,
});
const decrypt = z.strictObject({
  KeyId: z.string().optional(),
  CiphertextBlob: bytes(6144),
  EncryptionContext: encryptionContext,
});
const used = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };

/** Reads a call. Throws for an operation or a member of its input that is not emulated. */
export function readCall(
  operation: string,
  input: Record<string, unknown>,
  findKey: (reference: string) => Key,
): Call {
  if (operation === 'Encrypt') {
    const call = parseMembers(encrypt, input, 'ValidationException');
    const { KeyId, Plaintext, EncryptionContext: context } = call;
    const key = findKey(KeyId);
    return {
      key,
      context,
      run: (material) => {
        const blob = seal(key.id, material, Plaintext, context);
        return { ...used, CiphertextBlob: blob.toString('base64'), KeyId: key.arn };
      },
    };
  }
  if (operation === 'Decrypt') {
    const call = parseMembers(decrypt, input, 'ValidationException');
    const { KeyId, CiphertextBlob, EncryptionContext: context } = call;
    // A ciphertext names its own key; one that is named beside it must be the same.
    const key = findKey(keyIdOf(CiphertextBlob));
    if (KeyId !== undefined && findKey(KeyId) !== key)
      throw new AwsError(
        'IncorrectKeyException',
        'The key ID in the request does not identify a CMK that can perform this operation.',
      );
    return {
      key,
      context,
      run: (material) => {
        const plaintext = unseal(material, CiphertextBlob, context);
        return { ...used, Plaintext: plaintext.toString('base64'), KeyId: key.arn };
      },
    };
  }
  throw new AwsError('UnknownOperationException', `KMS: ${operation} is not emulated`);
}
