import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsError, type AwsService } from '../service.ts';

/**
 * Test-only: serves one service over HTTP so that the real SDK clients can call it. No signatures
 * and no IAM: those are the wire's, and tested there.
 */
export async function serve(service: AwsService, basePath = '') {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://local');
    if (service.protocol === 'rest') {
      const { method, headers } = request as { method: string; headers: typeof request.headers };
      const path = request.url!.split('?')[0]!.slice(basePath.length) || '/';
      const caller = headers.authorization
        ? ({ kind: 'host' } as const)
        : { kind: 'anonymous' as const };
      const call = { method, headers, path, query: url.searchParams, body: request, caller };
      await service.handle(call, response);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const operation = String(request.headers['x-amz-target']).split('.').at(-1)!;
    response.setHeader('content-type', `application/x-amz-${service.protocol}`);
    try {
      const input = JSON.parse(Buffer.concat(chunks).toString());
      service.permissions(operation, input);
      response.end(JSON.stringify(await service.call(operation, input, { kind: 'host' })));
    } catch (error) {
      if (!(error instanceof AwsError)) console.error(error);
      const { code = 'InternalFailure', statusCode = 500, fields, message } = error as AwsError;
      response.statusCode = statusCode;
      response.end(JSON.stringify({ __type: `com.amazonaws#${code}`, message, ...fields }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`;
  return {
    endpoint,
    /** Options for any SDK client. */
    client: {
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'AKLOCAL', secretAccessKey: 'secret' },
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}
