import { afterEach, expect, test, vi } from 'vitest';
import { bypassesCloudFront } from './bypasses-cloudfront.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('in the local cloud, the address of the API is as good as that of CloudFront', () => {
  expect(bypassesCloudFront({ headers: {} })).toBe(false);
});

test.each([
  [{}, true],
  [{ 'x-antecede-origin': 'guessed' }, true],
  [{ 'x-antecede-origin': 'longer than the secret is' }, true],
  [{ 'x-antecede-origin': 'secret!' }, false],
  [{ 'x-antecede-origin': 'secret! older' }, false],
  [{ 'x-antecede-origin': 'newer secret!' }, false],
  [{ 'x-antecede-origin': 'older oldest' }, true],
  [{ 'x-antecede-origin': ' ' }, true],
] as const)('elsewhere only who knows the secret came through it: %o', (headers, past) => {
  vi.stubEnv('ORIGIN_SECRET', 'secret!');
  expect(bypassesCloudFront({ headers })).toBe(past);
});
