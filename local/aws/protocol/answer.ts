import type { ServerResponse } from 'node:http';
import type { AwsError } from '#local/aws/service.ts';
import { queryAnswer, queryError, restXmlError } from './query.ts';

/** How a service words its answers. */
export type Protocol = 'json-1.0' | 'json-1.1' | 'query' | 'rest-xml';

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Writes the result of an RPC operation. */
export function answerResult(
  response: ServerResponse,
  protocol: 'json-1.0' | 'json-1.1' | 'query',
  operation: string,
  result: object,
  requestId: string,
): void {
  if (protocol === 'query') {
    send(response, 200, 'text/xml', queryAnswer(operation, result, requestId));
  } else {
    send(response, 200, `application/x-amz-${protocol}`, JSON.stringify(result));
  }
}

/** Writes a failure so that the SDK throws an error named by its code. */
export function answerFailure(
  response: ServerResponse,
  protocol: Protocol,
  error: AwsError,
  requestId: string,
): void {
  const { code, message, statusCode, fields } = error;
  if (protocol === 'query') {
    send(response, statusCode, 'text/xml', queryError(code, message, requestId));
  } else if (protocol === 'rest-xml') {
    // S3 has its own name for a denial, and 403 for it.
    const denied =
      code === 'AccessDeniedException' || code === 'MissingAuthenticationTokenException';
    const body = restXmlError(denied ? 'AccessDenied' : code, message, requestId);
    send(response, denied ? 403 : statusCode, 'application/xml', body);
  } else {
    response.setHeader('x-amzn-errortype', code);
    const body = JSON.stringify({ __type: code, message, ...fields });
    send(response, statusCode, `application/x-amz-${protocol}`, body);
  }
}
