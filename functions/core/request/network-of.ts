import { isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

type Origin = Pick<APIGatewayProxyEventV2, 'headers'> & {
  requestContext: { http?: { sourceIp: string } };
};

/**
 * The network of a caller, for limits: an IPv4 address, or the /64 of an IPv6 address, because a household or a rented
 * machine has all of its 2⁶⁴ addresses.
 *
 * CloudFront appends the caller's address to `x-forwarded-for`, and API Gateway appends CloudFront's. The entries before
 * these two come from the caller and are not trusted.
 */
export function networkOf(origin: Origin): string {
  const address = addressOf(origin);
  return isIPv6(address) ? networkOfIpv6(address) : address;
}

/** The address of a caller as it was written; see `networkOf`. */
export function addressOf({ headers, requestContext }: Origin): string {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  return hops.at(-2) ?? requestContext.http?.sourceIp ?? '';
}

function networkOfIpv6(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const ipv4 = plain.match(/^::(?:ffff:(?:0:)?)?(\d+\.\d+\.\d+\.\d+)$/)?.[1];
  if (ipv4) return ipv4;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  // What `::` leaves out, if it stands in the first half.
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...last];
  const first = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}
