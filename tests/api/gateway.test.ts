import { expect, inject, test } from 'vitest';
import { smokeTest } from '#ops/deploy/smoke.ts';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import { methodsOf } from '#shared/contract/endpoint.ts';

const origin = inject('origin');

const endpoints = endpointNames.map((name) => contract[name]);
/** Whether `/indexes/{id}` is meant by `/indexes/rebuild`, too. */
const takes = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
/** Every path of the contract with the methods that it has. */
const methodsAt = new Map(
  endpoints.map(({ path }) => [
    path,
    new Set<string>(
      endpoints.filter((one) => takes(one.path, path)).flatMap((one) => methodsOf(one)),
    ),
  ]),
);

const addressOf = (path: string) => path.replace(/\{\w+\}/g, 'none.md');

test('paths refuse other methods with 405 and list the allowed ones', async () => {
  for (const [path, methods] of methodsAt) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (methods.has(method)) continue;
      const answer = await fetch(origin + addressOf(path), { method });
      const [, code] = /"code":"(\w+)"/i.exec(await answer.text()) ?? [];
      const allowed = (answer.headers.get('allow') ?? '').split(', ').toSorted();
      expect
        .soft([path, method, answer.status, code, allowed])
        .toEqual([
          path,
          method,
          405,
          method === 'HEAD' ? undefined : 'MethodNotAllowed',
          [...methods].toSorted(),
        ]);
    }
  }
});

test('a path that no endpoint has is 404, in the form of all errors', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(origin + path, { method: 'POST' });
    return [answer.status, await answer.json()];
  };
  const docs = `${origin}/errors#NotFound`;
  for (const path of ['/api/', '/api/none', '/api/indexes/a/b/c/d']) {
    const body = { Code: 'NotFound', Message: expect.any(String), RequestId: expect.any(String) };
    expect(await ask(path), path).toEqual([404, { ...body, DocsUrl: docs }]);
  }
  const error = { code: 'NotFound', message: expect.any(String), docsUrl: docs };
  const body = { errors: [error], RequestId: expect.any(String) };
  expect(await ask('/api/v1/none')).toEqual([404, body]);
});

test('answers are compressed for clients that take gzip', async () => {
  const ask = (encoding: string) =>
    fetch(`${origin}/api/openapi.json`, { headers: { 'accept-encoding': encoding } });
  const [gzip, plain] = await Promise.all([ask('gzip'), ask('identity')]);
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(Number(gzip.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 4,
  );
  expect(await gzip.json()).toEqual(await plain.json());
});

test('who has an answer already gets 304 without it, and HEAD gets its headers alone', async () => {
  const ask = (init: RequestInit) => fetch(`${origin}/api/openapi.json`, init);
  const first = await ask({});
  const etag = first.headers.get('etag')!;
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
  const head = await ask({ method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
    const again = await ask({ headers: { 'if-none-match': known } });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  }
  expect((await ask({ headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const refused = await fetch(`${origin}/api/indexes`, { method: 'HEAD' });
  expect(refused.status).toBe(401);
});

test('an address and headers of more than 10 KB are 431', async () => {
  const send = (length: number) =>
    fetch(`${origin}/api/health`, { headers: { 'x-long': 'x'.repeat(length) } });
  expect((await send(9000)).status).toBe(200);
  const refused = await send(11_000);
  expect(refused.status).toBe(431);
  expect(refused.headers.get('content-type')).toBe('text/plain');
  expect(await refused.text()).toBe('');
});

test('a stranger who tries the installation after a deployment finds nothing wrong', async () => {
  expect(await smokeTest(origin, undefined)).toEqual([]);
});
