import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Firewall } from '#local/firewall/firewall.ts';
import type { Api } from './api.ts';
import { sendGatewayMessage } from './api-answer.ts';
import { isLocalRequest } from './local-addresses.ts';
import type { Handler } from './server.ts';

/** The parts that answer on the one origin. */
export interface SiteOptions {
  /** Path of the AWS endpoint: `/_local/aws`. */
  basePath: string;
  wire(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Public keys of a user pool; undefined if there is no such pool. */
  poolKeys(poolId: string): Promise<object | undefined>;
  localAddresses: Handler;
  /** The stand-ins of Stripe and OpenAI, except those whose real service is used. */
  providers: readonly { owns(path: string): boolean; handle: Handler }[];
  api: Api;
  /** Whether the API answers this path. The web app answers all others. */
  isApi(path: string): boolean;
  web: Handler;
  /** Headers that CloudFront adds to every answer. */
  headers: Record<string, string>;
  /** The web ACL of CloudFront: protects the API and the web app. */
  firewall: Firewall;
}

/** Sends each request where it belongs: the AWS endpoint, local addresses, the API, or the web app. */
export function openSite(options: SiteOptions): Handler {
  const { basePath, api } = options;
  const keySet = new RegExp(`^${basePath}/([\\w-]+_\\w+)/\\.well-known/jwks\\.json$`);
  return async (request, response, url) => {
    const path = url.pathname;
    // The path as it was sent: an object key may contain `..`, which a URL would resolve.
    const forWire = new RegExp(`^${basePath}([/?]|$)`).test(request.url ?? '');
    const provider = options.providers.find((one) => one.owns(path));
    if (forWire || provider || path === '/_local' || path.startsWith('/_local/')) {
      if (!isLocalRequest(request)) {
        return sendGatewayMessage(response, 403, 'Local addresses answer to localhost only');
      }
      const poolId = keySet.exec(path)?.[1];
      if (poolId) return sendKeys(response, await options.poolKeys(poolId));
      if (forWire) return options.wire(request, response);
      return provider
        ? provider.handle(request, response, url)
        : options.localAddresses(request, response, url);
    }
    for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    const refused = options.firewall(request);
    if (refused) {
      const { status, body = '' } = refused;
      const type = body && { 'content-type': 'application/json' };
      return void response.writeHead(status, type || {}).end(body);
    }
    return options.isApi(path)
      ? api.handle(request, response, url)
      : options.web(request, response, url);
  };
}

function sendKeys(response: ServerResponse, keys: object | undefined): void {
  if (keys) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(keys));
  } else {
    sendGatewayMessage(response, 404, 'No such user pool');
  }
}
