import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

const network = (forwarded: string | undefined, sourceIp = '192.0.2.1') =>
  networkOf({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    requestContext: { http: { sourceIp } },
  });

test('the entry that CloudFront has added counts, and not what callers invent', () => {
  expect(network('203.0.113.7, 130.176.0.1')).toBe('203.0.113.7');
  expect(network('1.1.1.1, 203.0.113.7, 130.176.0.1')).toBe('203.0.113.7');
  expect(network(undefined)).toBe('192.0.2.1');
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::5:6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('%s is in the network %s', (address, expected) => {
  expect(network(`${address}, 130.176.0.1`)).toBe(expected);
});
