import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { contract } from '#shared/contract/contract.ts';

/** The paths of the contract as patterns, with the method each answers. */
const routes = Object.values(contract).map(({ method, path }) => ({
  method,
  pattern: toPattern(path),
}));

/**
 * Answers requests that no route takes, in API Gateway's own form: 405 with the allowed methods on a
 * path of the contract, else 404. API Gateway itself would say 404 to both.
 */
export async function handler({
  rawPath,
}: Pick<APIGatewayProxyEventV2, 'rawPath'>): Promise<APIGatewayProxyStructuredResultV2> {
  const methods = routes.filter(({ pattern }) => pattern.test(rawPath)).map(({ method }) => method);
  if (methods.length === 0) return answer(404, 'Not Found');
  return answer(405, 'Method Not Allowed', { allow: [...new Set(methods)].toSorted().join(', ') });
}

function answer(
  statusCode: number,
  message: string,
  headers: Record<string, string> = {},
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  };
}

/** `/api/indexes/{index_id}` as a pattern; a parameter is one segment that is not empty. */
function toPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]+')}$`);
}
