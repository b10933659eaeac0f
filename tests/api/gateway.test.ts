import { describe, expect, inject, test } from 'vitest';
import { contract, endpointNames } from '#shared/contract/contract.ts';

const origin = inject('origin');

/** Every path of the contract with the methods that it has. */
const methodsOf = new Map<string, Set<string>>();
for (const name of endpointNames) {
  const { method, path } = contract[name];
  methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
}

const addressOf = (path: string) => path.replace(/\{\w+\}/g, 'none.md');

describe.each([...methodsOf])('%s', (path, methods) => {
  test('refuses other methods with 405 and lists the allowed ones', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (methods.has(method)) continue;
      const answer = await fetch(origin + addressOf(path), { method });
      const body = method === 'HEAD' ? '' : '{"message":"Method Not Allowed"}';
      expect([method, answer.status, await answer.text()]).toEqual([method, 405, body]);
      const allowed = (answer.headers.get('allow') ?? '').split(', ');
      expect(allowed).toEqual(expect.arrayContaining([...methods]));
      expect(allowed).not.toContain(method);
    }
  });
});

test('a path that no endpoint has is 404', async () => {
  for (const path of ['/api/', '/api/none', '/api/indexes/a/b/c/d']) {
    const answer = await fetch(origin + path, { method: 'POST' });
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      { message: 'Not Found' },
    ]);
  }
});

test('an address and headers of more than 10 KB are 431', async () => {
  const send = (length: number) =>
    fetch(`${origin}/api/health`, { headers: { 'x-long': 'x'.repeat(length) } });
  expect((await send(9000)).status).toBe(200);
  expect((await send(11_000)).status).toBe(431);
});
