import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider with keys that its customer may add and revoke. */
export interface KeyCheckingProxy {
  /** `http://127.0.0.1:34567`. */
  origin: string;
  /** Keys that are accepted now. */
  accepted: Set<string>;
  /** Requests so far, by their key; those that were refused by `refused`. */
  seen: Record<string, number>;
  close(): void;
}

/**
 * Stands before a local provider, which knows one key: accepts several, and hands requests on with that one.
 * @param target `http://127.0.0.1:34567`
 */
export async function startKeyCheckingProxy(
  target: string,
  knownKey: string,
): Promise<KeyCheckingProxy> {
  const accepted = new Set([knownKey]);
  const seen: Record<string, number> = {};
  const server = createServer((asked, response) => {
    const key = (asked.headers.authorization ?? '').replace(/^Bearer /, '');
    const isAccepted = accepted.has(key);
    const name = isAccepted ? key : 'refused';
    seen[name] = (seen[name] ?? 0) + 1;
    if (!isAccepted) {
      asked.resume();
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'No.' } }));
      return;
    }
    const { method, headers } = asked;
    const authorization = `Bearer ${knownKey}`;
    const handedOn = request(`${target}${asked.url}`, {
      method,
      headers: { ...headers, authorization },
    });
    handedOn.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    handedOn.on('error', () => response.destroy());
    asked.pipe(handedOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    accepted,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
