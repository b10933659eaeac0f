import { createHash } from 'node:crypto';

/** SHA-256 of `text` in hexadecimal. Every generated identifier is made from it. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A name of at most `maxLength` characters. It is the same at every start. */
export function generatedName(stack: string, logicalId: string, maxLength: number): string {
  const name = `${stack}-${logicalId}`;
  if (name.length <= maxLength) return name;
  return `${name.slice(0, maxLength - 9)}-${digest(name).slice(0, 8)}`;
}

/** A UUID derived from `seed`, for KMS keys and event source mappings. */
export function generatedUuid(seed: string): string {
  const hex = digest(seed);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
