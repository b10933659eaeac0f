import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalSetting } from '#core/runtime/config.ts';
import { originHeader } from '#shared/origin-header.ts';

/**
 * Whether a request came to the API's own address, past CloudFront and its web ACL. In the local cloud every request may.
 * After a change of the secret both sides have two values, separated by a blank. One in common is enough.
 */
export function bypassesCloudFront({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const secret = optionalSetting('ORIGIN_SECRET');
  if (!secret) return false;
  const wanted = secret.split(' ');
  const given = (headers[originHeader] ?? '').split(' ', 2);
  return !given.some((value) => wanted.some((known) => isSame(value, known)));
}

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
