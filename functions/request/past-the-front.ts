import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalSetting } from '#functions/runtime/config.ts';
import { originHeader } from '#shared/origin-header.ts';

/**
 * Whether a request came to the API's own address, past CloudFront and its web ACL. Where there is no web ACL, nothing is
 * kept from it.
 */
export function isPastTheFront({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const secret = optionalSetting('ORIGIN_SECRET');
  if (!secret) return false;
  const wanted = Buffer.from(secret);
  const given = Buffer.from(headers[originHeader] ?? '');
  return given.length !== wanted.length || !timingSafeEqual(given, wanted);
}
