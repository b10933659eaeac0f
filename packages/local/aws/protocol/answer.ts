import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AwsError } from '#local/aws/service.ts';
import { writeXml } from './xml.ts';

/** How a service serialises its answers. */
export type Protocol = 'json-1.0' | 'json-1.1' | 'rest-json' | 'rest-xml' | 'query';

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Media types of the JSON protocols. */
const jsonTypes = {
  'json-1.0': 'application/x-amz-json-1.0',
  'json-1.1': 'application/x-amz-json-1.1',
  'rest-json': 'application/json',
};

/** Writes the result of an operation. Operations of S3 write their own answers or give none. */
export function answerResult(
  response: ServerResponse,
  protocol: Protocol,
  result: unknown,
  operation: string,
): void {
  if (protocol === 'query') {
    const body = writeXml(`${operation}Response`, { [`${operation}Result`]: result });
    send(response, 200, 'text/xml', body);
  } else if (protocol !== 'rest-xml') {
    send(response, 200, jsonTypes[protocol], JSON.stringify(result));
  }
}

/** Writes a failure so that the SDK throws an error named by its code. */
export function answerFailure(
  request: IncomingMessage,
  response: ServerResponse,
  protocol: Protocol,
  error: AwsError,
  requestId: string,
): void {
  const { code, message, statusCode, fields } = error;
  if (protocol === 'query') {
    const fault = { Type: 'Sender', Code: code, Message: message };
    const body = writeXml('ErrorResponse', { Error: fault, RequestId: requestId });
    send(response, statusCode, 'text/xml', body);
  } else if (protocol === 'rest-xml') {
    answerXmlFailure(request, response, error, requestId);
  } else {
    response.setHeader('x-amzn-errortype', code);
    const body = JSON.stringify({ __type: code, message, ...fields });
    send(response, statusCode, jsonTypes[protocol], body);
  }
}

function answerXmlFailure(
  request: IncomingMessage,
  response: ServerResponse,
  { code, message, statusCode, fields }: AwsError,
  requestId: string,
): void {
  // The rest of the request must be read; otherwise a browser reports a broken connection instead of the
  // answer.
  request.resume();
  if (request.method === 'HEAD' || statusCode === 304) {
    response.writeHead(statusCode).end();
    return;
  }
  const error = { Code: code, Message: message, ...fields, RequestId: requestId };
  send(response, statusCode, 'application/xml', writeXml('Error', error));
}
