import { createPublicKey, verify } from 'node:crypto';
import { getTokenKeys } from '#functions/indexes/index.ts';
import { type TenantToken, tenantToken } from '#shared/contract/tenant-token.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

/** A token whose signature holds. */
export interface VerifiedToken {
  /** The key that it narrows. */
  keyId: string;
  /** That of the key's public keys which belongs to the signature. */
  publicKey: string;
  claims: TenantToken;
}

const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a caller presents a token instead of a key, which has no dots. */
export const isToken = (text: string) => FORM.test(text);

const refused = (message: string) => new ProductError('InvalidApiKey', message);

/** Public keys that this function instance has read, by the id of their key. The call that follows tells if one is none any more. */
const known = new Map<string, readonly string[]>();
const mostKnown = 1000;

/**
 * Reads a tenant token.
 * @throws ProductError `InvalidApiKey`, which says why only if the signature holds
 */
export async function verifyToken(text: string, nowMs: number): Promise<VerifiedToken> {
  if (text.length > limits.tenantTokenMaxLength) throw new ProductError('InvalidApiKey');
  const [header = '', payload = '', signature = ''] = text.split('.');
  const { alg, kid: keyId } = parsed(header);
  if (alg !== 'EdDSA' || typeof keyId !== 'string') throw new ProductError('InvalidApiKey');
  const signed = Buffer.from(`${header}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  const signer = (keys: readonly string[] = []) =>
    keys.find((key) => verify(null, signed, createPublicKey(key), bytes));
  let publicKey = signer(known.get(keyId));
  if (publicKey === undefined) {
    const keys = await getTokenKeys(keyId);
    if (keys) {
      if (known.size >= mostKnown) known.clear();
      known.set(keyId, keys);
    }
    publicKey = signer(keys);
  }
  if (publicKey === undefined) throw new ProductError('InvalidApiKey');
  return { keyId, publicKey, claims: checked(parsed(payload), nowMs) };
}

function parsed(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Answered as what is no object.
  }
  throw new ProductError('InvalidApiKey');
}

function checked(value: unknown, nowMs: number): TenantToken {
  const { data, error } = tenantToken.safeParse(value);
  if (error) {
    const [{ path, message } = { path: [], message: '' }] = error.issues;
    throw refused(`The token cannot be read: ${[...path, message].join(': ')}`);
  }
  const second = nowMs / 1000;
  if (data.exp <= second) throw refused('The token has ended.');
  if (data.nbf !== undefined && data.nbf > second) throw refused('The token has not begun.');
  if (data.exp > second + limits.tenantTokenHours * 3600) {
    throw refused(`A token ends within ${limits.tenantTokenHours} hours.`);
  }
  return data;
}
