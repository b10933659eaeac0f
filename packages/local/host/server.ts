import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
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
  /** Starts to answer. Earlier requests have waited for this. */
  serve(handler: Handler): void;
  close(): Promise<void>;
}

/**
 * Listens on `host:port` at once, so that a taken port is noticed before any other work. Throws
 * `StartError` if the port is taken or not allowed.
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
      // The client has hung up, so nobody needs the rest of the answer.
    });
    try {
      const handle = await handler;
      // SDK clients set their clock by this header, so it must have the local cloud's time.
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
  // Functions always call the AWS endpoint on the loopback address, even if the host listens elsewhere.
  if (!loopbackIncluded.has(host)) servers.push(await bind(listener, '127.0.0.1', address.port));
  return {
    port: address.port,
    serve,
    async close() {
      await Promise.all(servers.map(stop));
    },
  };
}

const loopbackIncluded = new Set(['127.0.0.1', '0.0.0.0', '::', 'localhost']);

/** The requested URL; null if it is malformed. A target that begins with `//` is a path, not another host. */
function urlOf({ url: target = '/', headers }: IncomingMessage): URL | null {
  const { host = 'localhost' } = headers;
  if (!/^[\w.:[\]-]+$/.test(host)) return null;
  return URL.parse(target.startsWith('/') ? `http://${host}${target}` : target);
}

/** API Gateway's limit for the request line and all headers together. Larger requests get 431. */
const maxHeaderBytes = 10_240;

/** Answers what is not a request that Node can read, with an empty body. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const headers = 'content-type: text/plain\r\ncontent-length: 0\r\nconnection: close';
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`);
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function bind(listener: Listener, host: string, port: number): Promise<Server> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, listener);
  server.on('clientError', refuse);
  // Longer than SDK clients keep idle sockets, so that no client writes to a socket that is being closed.
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 125_000;
  // No limit: large uploads take long.
  server.requestTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`,
        EACCES: `Port ${port} needs more rights. Choose one above 1023: PORT=3000 npm start`,
        EADDRNOTAVAIL: `HOST=${host} is not an address of this machine. Leave HOST out to listen on 127.0.0.1.`,
        ENOTFOUND: `HOST=${host} is not an address of this machine. Leave HOST out to listen on 127.0.0.1.`,
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
