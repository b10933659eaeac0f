/** Which addresses may be asked for customers, by webhooks and sources of datasets: an installation must not be led to ask its own network for somebody. */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { optionalSetting } from './config.ts';

/** What is not on the public internet, by the registries of IANA for special purposes. */
const insideV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** The public ones begin with 2 or 3. Of these, some lead to other addresses: Teredo, 6to4, documentation. */
const publicV6 = '2000::/3';
const insideV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};
const blockedV4 = listOf(insideV4, 'ipv4');
const blockedV6 = listOf(insideV6, 'ipv6');
const allowedV6 = listOf([publicV6], 'ipv6');

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blockedV4.check(address, 'ipv4');
  return allowedV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6');
}

/** In the local cloud, receivers run on the same machine. */
const mayGoToLoopback = () => optionalSetting('WEBHOOKS_TO_LOOPBACK') === 'true';
const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1';
const isAllowed = (address: string) =>
  isPublicAddress(address) || (mayGoToLoopback() && isLoopback(address));

/** Thrown instead of a connection that leads inside. */
export class InsideAddressError extends Error {
  override readonly name = 'InsideAddressError';
  constructor() {
    super('the address leads into a private network');
  }
}

/** Whether an address may be asked for somebody. Where its name leads is looked at with each connection, because it may change. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = mayGoToLoopback() && (host === 'localhost' || isLoopback(host));
  if (isLocal) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:') return false;
  return isIP(host) ? isPublicAddress(host) : host.includes('.');
}

/**
 * Looks up a name for a connection, and refuses it if any of its addresses leads inside. What is connected to is what was looked at, so a
 * name that changes in between gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookup(hostname, all, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
      return callback(new InsideAddressError(), '');
    }
    const [first] = addresses;
    return options.all ? callback(null, addresses) : callback(null, first!.address, first!.family);
  });
};
