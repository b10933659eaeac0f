import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SearchIndex } from '#engine';
import { ProductError } from '#shared/errors.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** All cursors of a kind of list are as long: their length would tell how many digits they have. */
const paddedLength = 128;

/**
 * An index whose cursors say nothing: open ones have the number of a row, which tells how many rows stand before it, and the
 * last change of the index.
 * @param key 32 bytes as base64, which no caller knows
 */
export const withSealedCursors = (index: SearchIndex, key: string): SearchIndex => ({
  ...index,
  async search({ after, ...request }) {
    const { next, ...found } = await index.search({
      ...request,
      ...(after !== undefined && { after: unsealed(after, key) }),
    });
    return next === undefined ? found : { ...found, next: sealed(next, key) };
  },
});

function sealed(cursor: string, key: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, Buffer.from(key, 'base64'), nonce);
  const data = Buffer.concat([cipher.update(cursor.padEnd(paddedLength), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), data]).toString('base64url');
}

function unsealed(text: string, key: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv(algorithm, Buffer.from(key, 'base64'), nonce);
    decipher.setAuthTag(tag);
    const data = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([data, decipher.final()]).toString('utf8').trimEnd();
  } catch {
    throw new ProductError('InvalidRequest', 'The cursor was not made with this key.');
  }
}
