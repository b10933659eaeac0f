import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from './api.ts';
import { sendGatewayMessage } from './api-answer.ts';
import { isLocalRequest } from './local-addresses.ts';
import type { Handler } from './server.ts';

/** What answers on the one origin. */
export interface SiteOptions {
  /** Path of the AWS endpoint, `/_local/aws`. */
  basePath: string;
  wire(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Public keys of a user pool; undefined when there is no such pool. */
  poolKeys(poolId: string): Promise<object | undefined>;
  localAddresses: Handler;
  api: Api;
  web: Handler;
  /** Headers of every answer that CloudFront would give. */
  headers: Record<string, string>;
}

/** Sends each request where it belongs: the AWS endpoint, local addresses, the API, or the web app. */
export function openSite(options: SiteOptions): Handler {
  const { basePath, api } = options;
  const keySet = new RegExp(`^${basePath}/([\\w-]+_\\w+)/\\.well-known/jwks\\.json$`);
  return async (request, response, url) => {
    const path = url.pathname;
    // As sent: an object key may hold `..`, which a URL would resolve.
    const forWire = new RegExp(`^${basePath}([/?]|$)`).test(request.url ?? '');
    if (forWire || path === '/_local' || path.startsWith('/_local/')) {
      if (!isLocalRequest(request)) {
        return sendGatewayMessage(response, 403, 'Local addresses answer to localhost only');
      }
      const poolId = keySet.exec(path)?.[1];
      if (poolId) return sendKeys(response, await options.poolKeys(poolId));
      return forWire
        ? options.wire(request, response)
        : options.localAddresses(request, response, url);
    }
    for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    const isApi = path.startsWith('/api/') || api.takes(request.method ?? '', path);
    return isApi ? api.handle(request, response, url) : options.web(request, response, url);
  };
}

function sendKeys(response: ServerResponse, keys: object | undefined): void {
  if (keys)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(keys));
  else sendGatewayMessage(response, 404, 'No such user pool');
}
