import dns from 'node:dns';
import { afterEach, expect, test, vi } from 'vitest';
import { isPublicAddress, isPublicUrl, publicLookup } from './public-address.ts';

vi.mock('node:dns', { spy: true });
afterEach(() => {
  vi.unstubAllEnvs();
  vi.mocked(dns.lookup).mockReset();
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fd00::1',
  'fe80::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fec0::1',
])('%s leads inside', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  'http://hooks.antecede.test/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost/',
  'https://name@hooks.antecede.test/',
  'https://:secret@hooks.antecede.test/',
  'ftp://hooks.antecede.test/',
  'file:///etc/passwd',
  'hooks.antecede.test',
  'https://',
])('%s is no address of a webhook', (url) => {
  expect(isPublicUrl(url)).toBe(false);
});

test('a public https address is one, and in the local cloud this machine', () => {
  expect(isPublicUrl('https://hooks.antecede.test:8443/a?b=c')).toBe(true);
  expect(isPublicUrl('https://8.8.8.8/')).toBe(true);
  vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'true');
  expect(isPublicUrl('http://localhost:9/')).toBe(true);
  expect(isPublicUrl('http://10.0.0.1/')).toBe(false);
});

const lookedUp = (found: string[], all: boolean) => {
  vi.mocked(dns.lookup).mockImplementation(((_name: string, _options: object, done: Done) =>
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never);
  return new Promise((resolve) => {
    publicLookup('hooks.antecede.test', { all }, (error, address) =>
      resolve(error ? error.name : address),
    );
  });
};
type Done = (error: null, addresses: { address: string; family: number }[]) => void;

test('a name is connected to only if all of its addresses are public', async () => {
  expect(await lookedUp(['8.8.8.8'], false)).toBe('8.8.8.8');
  expect(await lookedUp(['8.8.8.8', '2606:4700::1111'], true)).toHaveLength(2);
  expect(await lookedUp(['10.0.0.1'], false)).toBe('InsideAddressError');
  expect(await lookedUp(['8.8.8.8', '::1'], true)).toBe('InsideAddressError');
  expect(await lookedUp([], false)).toBe('InsideAddressError');
});
