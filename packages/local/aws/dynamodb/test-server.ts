import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openInjectedFaults } from '#local/aws/injected-faults.ts';
import type { Permission, Service } from '#local/aws/service.ts';
import { openWire } from '#local/aws/wire.ts';
import { openAccess } from '#local/iam/access.ts';
import { openCredentials } from '#local/iam/credentials.ts';

/** Path of the endpoint in tests, as on the real origin. */
export const awsPath = '/_local/aws';

/** Keys of a test installation; the host's may do everything. */
export const testCredentials = openCredentials('test', []);

/**
 * Test-only: serves one service at the wire, so that the real SDK clients can call it. `require` may
 * deny what the host would be allowed.
 */
export async function serve(
  service: Service,
  require: (permissions: readonly Permission[]) => void = () => {},
) {
  const access = openAccess(new Map(), () => undefined);
  const wire = openWire({
    basePath: awsPath,
    services: [service],
    credentials: testCredentials,
    access: {
      ...access,
      require(caller, permissions) {
        access.require(caller, permissions);
        require(permissions);
      },
    },
    clock: Date,
    faults: openInjectedFaults(),
    endFunction: () => {},
    userPoolFirewall: () => undefined,
    onFault: (error) => console.error(error),
  });
  const server = createServer(wire);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}${awsPath}`;
  return {
    endpoint,
    /** Options for any SDK client. */
    client: { endpoint, region: 'us-east-1', credentials: testCredentials.host },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
