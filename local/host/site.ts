import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Firewall } from '#local/firewall/firewall.ts';
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
  /** Answers Stripe's API and pages, unless the real one is used. */
  stripe?: { owns(path: string): boolean; handle: Handler };
  api: Api;
  /** Whether the API answers a path; the web app has the others. */
  isApi(path: string): boolean;
  web: Handler;
  /** Headers of every answer that CloudFront would give. */
  headers: Record<string, string>;
  /** Stands before all that CloudFront would answer. */
  firewall: Firewall;
}

/** Sends each request where it belongs: the AWS endpoint, local addresses, the API, or the web app. */
export function openSite(options: SiteOptions): Handler {
  const { basePath, api } = options;
  const keySet = new RegExp(`^${basePath}/([\\w-]+_\\w+)/\\.well-known/jwks\\.json$`);
  return async (request, response, url) => {
    const path = url.pathname;
    // As sent: an object key may hold `..`, which a URL would resolve.
    const forWire = new RegExp(`^${basePath}([/?]|$)`).test(request.url ?? '');
    const stripe = options.stripe?.owns(path) ? options.stripe : undefined;
    if (forWire || stripe || path === '/_local' || path.startsWith('/_local/')) {
      if (!isLocalRequest(request)) {
        return sendGatewayMessage(response, 403, 'Local addresses answer to localhost only');
      }
      const poolId = keySet.exec(path)?.[1];
      if (poolId) return sendKeys(response, await options.poolKeys(poolId));
      if (forWire) return options.wire(request, response);
      return stripe
        ? stripe.handle(request, response, url)
        : options.localAddresses(request, response, url);
    }
    for (const [name, value] of Object.entries(options.headers)) response.setHeader(name, value);
    const refused = options.firewall(request);
    if (refused) return sendGatewayMessage(response, refused, 'Request blocked');
    return options.isApi(path)
      ? api.handle(request, response, url)
      : options.web(request, response, url);
  };
}

function sendKeys(response: ServerResponse, keys: object | undefined): void {
  if (keys)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(keys));
  else sendGatewayMessage(response, 404, 'No such user pool');
}
