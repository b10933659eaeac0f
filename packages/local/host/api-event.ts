import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { decode, type RouteMatch } from './route-table.ts';

/** Claims of a verified token, all as text. */
export type Claims = Record<string, string>;

/** The request that the event describes. */
export interface ApiRequest {
  request: IncomingMessage;
  url: URL;
  body: Buffer;
  match: RouteMatch;
  claims?: Claims;
  requestId: string;
  accountId: string;
  nowMs: number;
}

const text = /^(text\/|application\/(json|xml|javascript|[\w.+-]+\+json)\b)/;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * The event that an HTTP API sends to a function.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function apiEvent(
  api: ApiRequest,
): APIGatewayProxyEventV2 | APIGatewayProxyEventV2WithJWTAuthorizer {
  const { request, url, body, match, claims, requestId, nowMs } = api;
  const { cookie, ...headers } = joinedHeaders(request);
  const path = decode(url.pathname);
  const method = request.method ?? 'GET';
  const isText = body.length === 0 || text.test(headers['content-type'] ?? '');
  const query = queryParameters(url.searchParams);
  return {
    version: '2.0',
    routeKey: match.route.key,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split('; ') }),
    headers,
    ...(query && { queryStringParameters: query }),
    requestContext: {
      accountId: api.accountId,
      apiId: match.route.apiId,
      ...(claims && {
        authorizer: { principalId: '', integrationLatency: 0, jwt: { claims, scopes: [] } },
      }),
      domainName: url.hostname,
      domainPrefix: url.hostname.split('.')[0] ?? '',
      http: {
        method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: headers['x-forwarded-for'] ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: match.route.key,
      stage: '$default',
      time: clfTime(new Date(nowMs)),
      timeEpoch: Math.floor(nowMs),
    },
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: match.pathParameters }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: !isText,
  };
}

/** Names in lower case. Several headers with the same name are joined by commas. */
function joinedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'connection') {
      headers[name] = Array.isArray(value) ? value.join(',') : String(value);
    }
  }
  headers['x-forwarded-for'] = (request.socket.remoteAddress ?? '').replace('::ffff:', '');
  headers['x-forwarded-proto'] = 'http';
  headers['x-forwarded-port'] = String(request.socket.localPort);
  return headers;
}

function queryParameters(search: URLSearchParams): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [name, value] of search) {
    const earlier = parameters[name];
    parameters[name] = earlier === undefined ? value : `${earlier},${value}`;
  }
  return Object.keys(parameters).length > 0 ? parameters : undefined;
}

/** The time in Common Log Format: `21/Nov/2026:01:02:03 +0000`. */
function clfTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}
