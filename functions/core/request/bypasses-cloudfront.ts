import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalSetting } from '#core/runtime/config.ts';
import { originHeader } from '#shared/origin-header.ts';

/**
 * Whether a request came to the API's own address, past CloudFront and its web ACL. Without a web ACL every request may.
 */
export function bypassesCloudFront({ headers }: Pick<APIGatewayProxyEventV2, 'headers'>): boolean {
  const secret = optionalSetting('ORIGIN_SECRET');
  if (!secret) return false;
  const wanted = Buffer.from(secret);
  const given = Buffer.from(headers[originHeader] ?? '');
  return given.length !== wanted.length || !timingSafeEqual(given, wanted);
}
