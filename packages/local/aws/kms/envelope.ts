import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';

/** Encryption context of a call: public pairs that must be the same when decrypting. */
export type EncryptionContext = Record<string, string>;

const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Version, length of the key id, key id, IV, tag, ciphertext (AES-256-GCM, the context authenticated). */
export function seal(
  keyId: string,
  key: Buffer,
  plaintext: Buffer,
  context: EncryptionContext,
): Buffer {
  const iv = randomBytes(ivBytes);
  const header = headerOf(keyId);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundData(header, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext]);
}

/** Id of the key that a ciphertext was made with. */
export function keyIdOf(blob: Buffer): string {
  const length = blob[1] ?? 0;
  if (blob[0] !== version || blob.length < 2 + length + ivBytes + tagBytes) throw invalid();
  return blob.toString('utf8', 2, 2 + length);
}

/** Throws `InvalidCiphertextException` for another key, another context, or a changed ciphertext. */
export function unseal(key: Buffer, blob: Buffer, context: EncryptionContext): Buffer {
  const header = headerOf(keyIdOf(blob));
  const iv = blob.subarray(header.length, header.length + ivBytes);
  const body = blob.subarray(header.length + ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(boundData(header, context))
    .setAuthTag(body.subarray(0, tagBytes));
  try {
    return Buffer.concat([decipher.update(body.subarray(tagBytes)), decipher.final()]);
  } catch {
    throw invalid();
  }
}

function headerOf(keyId: string): Buffer {
  const id = Buffer.from(keyId);
  return Buffer.concat([Buffer.from([version, id.length]), id]);
}

function boundData(header: Buffer, context: EncryptionContext): Buffer {
  const pairs = Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([header, Buffer.from(JSON.stringify(pairs))]);
}

const invalid = () =>
  new AwsError(
    'InvalidCiphertextException',
    'The ciphertext is not whole, or was not made with this encryption context.',
  );
