import { createPublicKey } from 'node:crypto';
import { ProductError } from '#shared/errors.ts';

/** @throws ProductError `InvalidRequest` for anything but a public key of Ed25519 as PEM: a private one, too */
export function requireEd25519(pem: string): void {
  try {
    const isPublic = pem.trim().startsWith('-----BEGIN PUBLIC KEY-----');
    if (isPublic && createPublicKey(pem).asymmetricKeyType === 'ed25519') return;
  } catch {
    // Answered as a key of another kind.
  }
  throw new ProductError('InvalidRequest', 'A public key is one of Ed25519, as PEM.');
}
