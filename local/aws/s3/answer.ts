import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AwsError, RestRequest } from '../service.ts';
import { toXml, type XmlValue } from './xml.ts';

/** Answers with an XML document. */
export function answerXml(
  response: ServerResponse,
  root: string,
  content: { [name: string]: XmlValue },
  headers: Record<string, string> = {},
  status = 200,
): void {
  const xml = Buffer.from(toXml(root, content));
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/xml',
    'content-length': xml.length,
  });
  response.end(xml);
}

export function answerEmpty(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers);
  response.end();
}

/** Answers with S3's error document. */
export function answerError(request: RestRequest, response: ServerResponse, error: AwsError): void {
  // IAM's own name for a denial is not S3's.
  const denied = error.code.startsWith('AccessDenied');
  const status = denied ? 403 : error.statusCode;
  if (request.method === 'HEAD' || status === 304) {
    answerEmpty(response, status);
    return;
  }
  const content = {
    Code: denied ? 'AccessDenied' : error.code,
    Message: error.message,
    ...(error.fields as { [name: string]: XmlValue }),
    Resource: request.path,
    RequestId: randomUUID(),
  };
  const xml = Buffer.from(toXml('Error', content, false));
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': xml.length });
  response.end(xml);
}
