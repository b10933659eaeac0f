import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { callLimits } from '#core/runtime/call-limits.ts';
import { encryptionKeyArn } from '#core/runtime/config.ts';

const kms = new KMSClient(callLimits());

/** The owner is bound into the ciphertext: copied to another organization or index it cannot be decrypted. */
export interface KeyOwner {
  orgId: string;
  indexId: string;
}

const contextOf = ({ orgId, indexId }: KeyOwner) => ({ org: orgId, index: indexId });

export async function encryptApiKey(apiKey: string, owner: KeyOwner): Promise<Uint8Array> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: encryptionKeyArn('kms:Encrypt ApiKeys'),
      Plaintext: Buffer.from(apiKey),
      EncryptionContext: contextOf(owner),
    }),
  );
  return CiphertextBlob!;
}

export async function decryptApiKey(ciphertext: Uint8Array, owner: KeyOwner): Promise<string> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: encryptionKeyArn('kms:Decrypt ApiKeys'),
      CiphertextBlob: ciphertext,
      EncryptionContext: contextOf(owner),
    }),
  );
  return Buffer.from(Plaintext!).toString();
}
