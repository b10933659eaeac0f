import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver of webhooks got. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** Without a slash at its end. */
  url: string;
  received: Received[];
  close(): void;
}

/**
 * A server on this machine that webhooks can be sent to.
 * @param answer the status that a message gets; 204 if absent
 */
export async function startReceiver(
  answer: (message: Received) => number = () => 204,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = '', headers } = request;
    const message = { path, headers, body: Buffer.concat(chunks).toString() };
    received.push(message);
    response.writeHead(answer(message), { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  // A test that forgets it ends all the same.
  server.unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}
