import { expect, test, vi } from 'vitest';
import { verifyToken } from './verify-token.ts';

test('while the keys of the user pool cannot be fetched in time, the caller may try again', async () => {
  vi.stubEnv('USER_POOL_ID', 'us-east-1_pool');
  vi.stubEnv('USER_POOL_CLIENT_ID', 'client');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubGlobal('fetch', async () => {
    throw Object.assign(new Error('too slow'), { name: 'TimeoutError' });
  });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'RS256', kid: 'one' })}.${part({ exp: 9_999_999_999 })}.c2ln`;
  await expect(verifyToken(`Bearer ${token}`, '192.0.2.1')).rejects.toMatchObject({ code: 'Busy' });
});
