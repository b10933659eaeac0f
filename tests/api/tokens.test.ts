import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
} from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type Member, newAdmin, origin } from './support/people.ts';

const send = (endpoint: Endpoint, headers: Record<string, string>) =>
  fetch(origin() + endpoint.path.replace('{index_id}', 'us_patents'), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...headers },
    body: endpoint.body ? '{}' : undefined,
  });

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('every signed-in endpoint refuses', () => {
  let admin: Member;
  let poolKey: JsonWebKey;
  beforeAll(async () => {
    admin = await newAdmin();
    const { userPoolId } = await (await fetch(`${origin()}/config.json`)).json();
    const keySet = `${origin()}/_local/aws/${userPoolId}/.well-known/jwks.json`;
    poolKey = (await (await fetch(keySet)).json()).keys[0];
  });
  const headerOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());

  const forgeries: Record<string, () => string | undefined> = {
    'no token': () => undefined,
    nonsense: () => 'nonsense',
    'alg none': () => {
      const [, payload] = admin.idToken.split('.');
      return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    },
    'changed claims': () => {
      const [header, payload, signature] = admin.idToken.split('.');
      const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString());
      return `${header}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`;
    },
    'the public key as a shared secret': () => {
      const [, payload] = admin.idToken.split('.');
      const signed = `${encode({ ...headerOf(admin.idToken), alg: 'HS256' })}.${payload}`;
      const key = createPublicKey({ key: poolKey, format: 'jwk' });
      const secret = key.export({ type: 'spki', format: 'pem' });
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    },
    "a stranger's key under the same id, sent along": () => {
      const [, payload] = admin.idToken.split('.');
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const jwk = publicKey.export({ format: 'jwk' });
      const signed = `${encode({ ...headerOf(admin.idToken), jwk })}.${payload}`;
      return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    'an access token': () => admin.accessToken,
  };
  const names = endpointNames.filter((name) =>
    ['token', 'user', 'member', 'subscriber', 'admin'].includes(contract[name].access),
  );

  test.each(Object.keys(forgeries))('%s', async (kind) => {
    const token = forgeries[kind]!();
    for (const name of names) {
      const answer = await send(contract[name], token ? { authorization: `Bearer ${token}` } : {});
      expect(answer.status, name).toBe(401);
    }
  });
});

describe('the public index API refuses', () => {
  const names = endpointNames.filter((name) => contract[name].access === 'api-key');

  test.each([{}, { 'x-api-key': '' }, { 'x-api-key': 'ak_wrong' }])('%o', async (headers) => {
    for (const name of names) {
      const answer = await send(contract[name], headers as Record<string, string>);
      expect(answer.status, name).toBe(401);
      const { errors } = await answer.json();
      expect(errors, name).toEqual([
        {
          code: 'InvalidApiKey',
          message: expect.stringContaining('x-api-key'),
          docsUrl: `${origin()}/errors#InvalidApiKey`,
        },
      ]);
    }
  });
});

test('an unknown path is a 404, not the web app', async () => {
  const answer = await fetch(`${origin()}/api/nothing`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('json');
});
