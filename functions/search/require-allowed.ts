import { BlockList, isIP, isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { addressOf } from '#core/request/network-of.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import { ProductError } from '#shared/errors.ts';

const refused = (message: string) => new ProductError('KeyRestricted', message);

/**
 * Checks all of a key's restrictions that a request alone tells: what it is used for, from which page and which address.
 * @returns headers by which the browser lets that page read the answer
 * @throws ProductError `KeyRestricted`
 */
export function requireAllowed(
  { uses, columns, filters, origins, addresses }: KeyRestrictions,
  event: APIGatewayProxyEventV2,
  { use }: Pick<Endpoint, 'use'>,
): Record<string, string> {
  const origin = originOf(event.headers);
  if (origins && !origins.some((allowed) => isOrigin(allowed, origin))) {
    throw refused('This key may not be used on this page.');
  }
  if (addresses && !isWithin(addresses, addressOf(event))) {
    throw refused('This key may not be used from this address.');
  }
  if (uses && use !== 'rows' && !uses.some((allowed) => allowed === use)) {
    throw refused(`This key is for ${uses.join(', ')}. This call is for ${use}.`);
  }
  // Those tell of the words of all rows and columns.
  if ((columns || filters) && (use === 'vectors' || use === 'rows')) {
    throw refused(`This key sees a part of the index. This call is for ${use}.`);
  }
  return origins && event.headers.origin ? corsHeaders(event.headers.origin) : {};
}

/**
 * Lets the page that calls read an error: it says what was refused, and nothing of the index. Answers are only for pages that the key
 * allows.
 */
export function showRefusal(error: unknown, { headers }: APIGatewayProxyEventV2): void {
  if (error instanceof ProductError && headers.origin !== undefined) {
    Object.assign(error.headers, corsHeaders(headers.origin));
  }
}

/** Answers are stored nowhere, so none is shown to another page. */
const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'etag, ratelimit, ratelimit-policy, retry-after',
});

/** The page that calls; empty if the request does not say. */
function originOf({ origin, referer = '' }: APIGatewayProxyEventV2['headers']): string {
  if (origin !== undefined) return origin;
  return URL.canParse(referer) ? new URL(referer).origin : '';
}

function isOrigin(allowed: string, origin: string): boolean {
  const [scheme, host = ''] = allowed.split('*.');
  if (host === '') return origin === allowed;
  return origin.startsWith(scheme!) && origin.endsWith(`.${host}`);
}

function isWithin(networks: readonly string[], address: string): boolean {
  const allowed = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(bits), family);
  }
  return isIP(address) > 0 && allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
