import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { publicOrigin } from '#core/runtime/config.ts';
import { type Endpoint, methodsOf } from '#shared/contract/endpoint.ts';
import { errorBody } from '#shared/error-body.ts';
import { errorCatalog } from '#shared/errors.ts';

/** The path of an endpoint as a pattern, with the methods that it answers. */
export interface KnownPath {
  methods: readonly string[];
  /** Its groups are named as the parameters. */
  pattern: RegExp;
}

/** `/api/indexes/{index_id}` as a pattern; a parameter is one segment that is not empty. */
export function knownPath(endpoint: Endpoint): KnownPath {
  const literal = endpoint.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return { methods: methodsOf(endpoint), pattern };
}

/**
 * Answers requests that no route takes: 405 with the allowed methods on one of the known paths, else 404. API Gateway
 * itself would say 404 to both, in a form of its own. Browsers ask here whether a page may call an index: it may ask, and
 * whether it reads the answer its key decides, which a browser does not send with this question (ADR 082).
 */
export function answerUnmatched(
  known: readonly KnownPath[],
  {
    rawPath,
    headers,
    requestContext,
  }: Pick<APIGatewayProxyEventV2, 'rawPath' | 'headers' | 'requestContext'>,
): APIGatewayProxyStructuredResultV2 {
  if (isPreflight(rawPath, headers)) return { statusCode: 204, headers: preflightHeaders };
  const methods = known.flatMap(({ pattern, methods }) => (pattern.test(rawPath) ? methods : []));
  const isKnown = methods.length > 0;
  const code = isKnown ? 'MethodNotAllowed' : 'NotFound';
  const { message, status } = errorCatalog[code];
  const allow = isKnown && { allow: [...new Set(methods)].toSorted().join(', ') };
  const body = errorBody({
    code,
    message,
    requestId: requestContext.requestId,
    isPublic: rawPath.startsWith('/api/v1/'),
    origin: publicOrigin(),
  });
  return {
    statusCode: status,
    headers: { ...allow, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

const isPreflight = (path: string, headers: APIGatewayProxyEventV2['headers']) =>
  path.startsWith('/api/v1/') && headers['access-control-request-method'] !== undefined;

const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-none-match, x-api-key',
  // Browsers keep it for two hours at most.
  'access-control-max-age': '7200',
};
