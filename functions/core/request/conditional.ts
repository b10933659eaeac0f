import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** The part of an event that says what is asked. */
interface Asked {
  headers: Readonly<Record<string, string | undefined>>;
  requestContext: { http?: { method: string } };
}

/**
 * Names what a GET is answered with by an `ETag`, and answers 304 without a body to a caller who has it already (RFC 9110).
 * The names are weak, because an answer may be compressed. An answer to HEAD is that to GET without its body.
 */
export function conditional(
  answer: APIGatewayProxyStructuredResultV2,
  { headers, requestContext }: Asked,
): APIGatewayProxyStructuredResultV2 {
  const method = requestContext.http?.method;
  if (method !== 'GET' && method !== 'HEAD') return answer;
  const { statusCode, body = '' } = answer;
  const shown = method === 'HEAD' ? '' : body;
  if (statusCode !== 200) return { ...answer, body: shown };
  const name = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const etag = `W/"${name}"`;
  if (!isNamed(name, headers['if-none-match'])) {
    return { ...answer, headers: { ...answer.headers, etag }, body: shown };
  }
  const { 'content-type': _, ...others } = answer.headers ?? {};
  return { statusCode: 304, headers: { ...others, etag }, body: '' };
}

/** Whether a header If-None-Match lists a name, as weak or strong, or takes any. */
const isNamed = (name: string, sent = ''): boolean =>
  sent.split(',').some((one) => ['*', `"${name}"`].includes(one.trim().replace(/^W\//, '')));
