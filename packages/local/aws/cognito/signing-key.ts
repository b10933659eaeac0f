import type { KeyObject } from 'node:crypto';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';

/** Keys of one installation: RS256 for tokens, and a secret for everything else that must not be guessed. */
export interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** Public half with `kid`, as a JWKS lists it. */
  jwk: JWK & { kid: string };
  secret: Buffer;
}

/**
 * Reads the installation's key, or makes one that only its owner can read. The file is moved into
 * place whole, so that a kill leaves no half key.
 */
export function openSigningKey(dataDir: string): SigningKey {
  const file = join(dataDir, 'cognito-signing-key.pem');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(`${file}.new`, pem, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const privateKey = readKey(file);
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: 'jwk' }) as JWK;
  const kid = createHash('sha256').update(String(jwk.n)).digest('base64url');
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const secret = Buffer.from(hkdfSync('sha256', der, '', 'local cognito secret', 32));
  return { privateKey, publicKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' }, secret };
}

function readKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file));
  } catch (error) {
    throw new Error(
      `${file} cannot be read as a key (${(error as Error).message}): restore it, or delete it; a new key signs everybody out.`,
      { cause: error },
    );
  }
}
