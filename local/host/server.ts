import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '#local/clock.ts';
import { StartError } from './start-error.ts';

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void>;

/** The one listening port of the local cloud. */
export interface HostServer {
  readonly port: number;
  /** Begins to answer; requests that came earlier have waited for this. */
  serve(handler: Handler): void;
  close(): Promise<void>;
}

/**
 * Listens on `host:port` at once, so that a taken port is known before any work is done. Throws
 * `StartError` when the port is taken or not allowed.
 */
export async function listen(
  host: string,
  port: number,
  clock: Clock,
  onFault: (error: unknown) => void,
): Promise<HostServer> {
  let serve: (handler: Handler) => void = () => {};
  const handler = new Promise<Handler>((resolve) => {
    serve = resolve;
  });
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {
      // The other side has hung up; whatever was being sent is of no use to anybody.
    });
    try {
      const handle = await handler;
      // SDK clients set their clocks by this header, so it must tell the local cloud's time.
      response.setHeader('date', new Date(clock.now()).toUTCString());
      const url = urlOf(request);
      if (url) await handle(request, response, url);
      else response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad request\n');
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      onFault(error);
      response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal error\n');
    }
  };
  const first = await bind(listener, host, port);
  const address = first.address() as AddressInfo;
  const servers = [first];
  // Functions reach the AWS endpoint by the loopback address, wherever else the host listens.
  if (!LOOPBACK_INCLUDED.has(host)) servers.push(await bind(listener, '127.0.0.1', address.port));
  return {
    port: address.port,
    serve,
    async close() {
      await Promise.all(servers.map(stop));
    },
  };
}

const LOOPBACK_INCLUDED = new Set(['127.0.0.1', '0.0.0.0', '::', 'localhost']);

/** The address asked for, if there is one. What begins with `//` is a path too, not another host. */
function urlOf({ url: target = '/', headers }: IncomingMessage): URL | null {
  const { host = 'localhost' } = headers;
  if (!/^[\w.:[\]-]+$/.test(host)) return null;
  return URL.parse(target.startsWith('/') ? `http://${host}${target}` : target);
}

/** API Gateway's limit of the request line and all headers together; beyond it the answer is 431. */
const MAX_HEADER_BYTES = 10_240;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function bind(listener: Listener, host: string, port: number): Promise<Server> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, listener);
  // Longer than the SDK's sockets idle, so that no client writes into a socket being closed.
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 125_000;
  // Uploads take as long as they take.
  server.requestTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`,
        EACCES: `Port ${port} needs more rights. Choose one above 1023: PORT=3000 npm start`,
        EADDRNOTAVAIL: `HOST=${host} is no address of this machine. Leave HOST out to listen on 127.0.0.1.`,
        ENOTFOUND: `HOST=${host} is no address of this machine. Leave HOST out to listen on 127.0.0.1.`,
      };
      const reason = reasons[error.code ?? ''];
      reject(reason ? new StartError(reason) : error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
