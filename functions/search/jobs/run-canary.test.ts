import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerParameters } from '#tests/support/parameters.ts';
import { handler } from './run-canary.ts';

let status: number;
let found: unknown[];
let asked: { url?: string; key?: unknown; body: string }[];
const server = createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  asked.push({ url: request.url, key: request.headers['x-api-key'], body });
  const answer = status === 200 ? { foundItems: found } : { code: 'Busy', requestId: 'r-1' };
  response.writeHead(status).end(JSON.stringify(answer));
});
let key: object | undefined;

beforeEach(async () => {
  [status, found, asked] = [200, [{ id: '1' }], []];
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('PUBLIC_ORIGIN', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('CANARY_INDEX', 'idx_1');
  vi.stubEnv('CANARY_TEXT', 'solar drone');
  vi.stubEnv('SECRET_CANARY', 'antecede-test-canary');
  key = { apiKey: 'ak_canary' };
  answerParameters(() => key);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});

// First, because a function reads a secret that is set only once.
test('a canary without a key says what to do', async () => {
  key = undefined;
  await expect(handler()).rejects.toThrow('The canary has no key yet');
  expect(asked).toEqual([]);
});

test('it searches as a customer does, by the public address', async () => {
  await handler();
  const request = { conceptFeaturesString: 'solar drone', maxNumItems: 1 };
  expect(asked).toEqual([
    {
      url: '/api/v1/indexes/idx_1/query',
      key: 'ak_canary',
      body: JSON.stringify({ request }),
    },
  ]);
});

test('a refusal is an error that names status and request, and so is finding nothing', async () => {
  status = 503;
  await expect(handler()).rejects.toThrow(/^Status 503: .*r-1/);
  [status, found] = [200, []];
  await expect(handler()).rejects.toThrow('found nothing');
});
