import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openClock } from '#local/clock.ts';
import { openStripe } from './stripe.ts';

/** For tests: a local Stripe on a port of its own. `resume` lets its time pass. */
export async function serveStripe(dataDir: string) {
  const clock = await openClock(join(dataDir, 'clock'));
  const faults: unknown[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const onFault = (error: unknown) => void faults.push(error);
  const secret = 'of this test';
  const local = openStripe({ dataDir, clock, origin, secret, onFault });
  server.on('request', (request, response) => {
    void local.handle(request, response, new URL(request.url!, origin));
  });
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await local.suspend();
    local.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (faults.length > 0) throw faults[0];
  };
  return { clock, origin, port, secretKey: local.secretKey, resume: local.resume, close };
}

// As a process of its own, which a test can kill.
if (import.meta.main) {
  const { port, secretKey, resume } = await serveStripe(process.argv[2]!);
  console.log(JSON.stringify({ port, secretKey }));
  resume();
}
