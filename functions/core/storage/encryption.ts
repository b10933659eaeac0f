import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { callLimits } from '#core/runtime/call-limits.ts';
import { encryptionKeyArn } from '#core/runtime/config.ts';

const kms = new KMSClient(callLimits());

/**
 * Whose a secret is, bound into its ciphertext: copied to another owner it cannot be decrypted. The policies of functions ask
 * for both names.
 */
export interface SecretOwner {
  /** Id of the organization. */
  org: string;
  /** Id of what the secret is for: an index, or a webhook. */
  index: string;
}

export async function encryptText(text: string, owner: SecretOwner): Promise<Uint8Array> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: encryptionKeyArn('kms:Encrypt ApiKeys'),
      Plaintext: Buffer.from(text),
      EncryptionContext: { ...owner },
    }),
  );
  return CiphertextBlob!;
}

export async function decryptText(ciphertext: Uint8Array, owner: SecretOwner): Promise<string> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: encryptionKeyArn('kms:Decrypt ApiKeys'),
      CiphertextBlob: ciphertext,
      EncryptionContext: { ...owner },
    }),
  );
  return Buffer.from(Plaintext!).toString();
}

/** KMS says with these that the key is gone, switched off, or not the one that encrypted a text. */
const lostKeys = new Set([
  'DisabledException',
  'IncorrectKeyException',
  'InvalidCiphertextException',
  'KMSInvalidStateException',
  'NotFoundException',
]);

/** Whether a text cannot be decrypted because its key is lost, and not because KMS did not answer. */
export const isKeyLost = (error: unknown): boolean =>
  error instanceof Error && lostKeys.has(error.name);
