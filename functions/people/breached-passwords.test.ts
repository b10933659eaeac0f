import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { readBreachedRange } from './breached-passwords.ts';

const suffix = '1E4C9B93F3F0682250B6CF8331B7EE68FD8';
let close: () => void = () => undefined;

afterEach(() => {
  close();
  vi.unstubAllEnvs();
});

async function answerWith(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('BREACHED_PASSWORDS_ENDPOINT', `http://127.0.0.1:${port}`);
}

test('asks for a range, padded, and gives its lines', async () => {
  let asked: unknown;
  await answerWith(({ url, headers }, response) => {
    asked = { url, padding: headers['add-padding'] };
    response.end(`${suffix}:3\r\n${suffix}:0`);
  });
  expect(await readBreachedRange('5BAA6')).toBe(`${suffix}:3\n${suffix}:0`);
  expect(asked).toEqual({ url: '/range/5BAA6', padding: 'true' });
});

test.each([
  ['a refusal', 503, `${suffix}:3`],
  ['a page of something else', 200, '<html></html>'],
])('%s is not a list', async (_, status, body) => {
  await answerWith((_request, response) => response.writeHead(status).end(body));
  await expect(readBreachedRange('5BAA6')).rejects.toThrow(/leaked passwords/);
});

test('a provider that does not answer is not waited for', async () => {
  await answerWith(() => undefined);
  await expect(readBreachedRange('5BAA6')).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('an environment without the provider has an empty list', async () => {
  expect(await readBreachedRange('5BAA6')).toBe('');
});
