import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { AwsError, type RestRequest } from '../service.ts';
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

/**
 * Answers with S3's error document, and reads away what the client still sends: without that a
 * browser reports a broken connection instead of the answer.
 */
export function answerError(request: RestRequest, response: ServerResponse, error: unknown): void {
  const known = error instanceof AwsError;
  if (!known) console.error(error);
  // IAM's own name for a denial is not S3's.
  const code = known
    ? error.code.replace('AccessDeniedException', 'AccessDenied')
    : 'InternalError';
  const message = known ? error.message : `The local S3 failed: ${(error as Error).message}`;
  const fields = known ? (error.fields as { [name: string]: XmlValue }) : {};
  if (response.headersSent) {
    response.destroy();
    return;
  }
  request.body.resume();
  const status = !known ? 500 : code === 'AccessDenied' ? 403 : error.statusCode;
  if (request.method === 'HEAD' || status === 304) {
    answerEmpty(response, status);
    return;
  }
  const content = { Code: code, Message: message, ...fields, Resource: request.path };
  const xml = Buffer.from(toXml('Error', { ...content, RequestId: randomUUID() }, false));
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': xml.length });
  response.end(xml);
}
