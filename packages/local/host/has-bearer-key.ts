import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request carries this key as `Authorization: Bearer …`. Takes the same time for every wrong key. */
export function hasBearerKey({ authorization = '' }: IncomingHttpHeaders, key: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization.replace(/^Bearer /, '')), hash(key));
}
