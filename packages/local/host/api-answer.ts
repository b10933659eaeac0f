import type { ServerResponse } from 'node:http';

/** Sends `{"message": …}`, the form of API Gateway's own errors. */
export function sendGatewayMessage(
  response: ServerResponse,
  status: number,
  message: string,
): void {
  const body = JSON.stringify({ message });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Sends a function's answer in payload format 2.0. Returns false if the answer is malformed. */
export function sendFunctionAnswer(response: ServerResponse, answer: unknown): boolean {
  if (!isRecord(answer) || answer.statusCode === undefined) {
    // Without a status code the whole answer is the body.
    return send(response, 200, { 'content-type': 'application/json' }, JSON.stringify(answer));
  }
  const { statusCode, headers = {}, body = '', isBase64Encoded, cookies } = answer;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return false;
  if (!isRecord(headers) || typeof body !== 'string') return false;
  const out: Record<string, string | string[]> = { 'content-type': 'text/plain;charset=utf-8' };
  for (const [name, value] of Object.entries(headers)) out[name.toLowerCase()] = String(value);
  if (Array.isArray(cookies) && cookies.length > 0) out['set-cookie'] = cookies.map(String);
  return send(response, status, out, isBase64Encoded ? Buffer.from(body, 'base64') : body);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string | string[]>,
  body: string | Buffer,
): true {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
  return true;
}
