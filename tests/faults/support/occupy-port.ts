import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** A server that occupies a port of its own choice. */
export async function occupyPort(): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, server };
}
