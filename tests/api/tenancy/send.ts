import { contract, type EndpointName } from '#shared/contract/contract.ts';
import { managementPath } from '#shared/management-scopes.ts';
import { origin } from '../support/people.ts';
import type { Request } from './requests.ts';

export interface Answer {
  status: number;
  /** Code of the error catalogue; the gateway's own refusals have none. */
  code: string | undefined;
  text: string;
}

/** A value as text; objects that cannot be converted become JSON. */
const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Query values as text, without absent ones and those that cannot be text. */
function searchOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, textOf(value)]);
  return new URLSearchParams(pairs).toString();
}

/**
 * Sends a request as it is, without the typed client's help.
 * @param isManagement whether it goes where management keys open the endpoint
 */
export async function send(
  name: EndpointName,
  { params, query, body, apiKey, uploadToken, threadToken }: Request,
  token: string | undefined,
  isManagement = token?.startsWith('mk_') ?? false,
): Promise<Answer> {
  const { method, path: ofSessions } = contract[name];
  const path = isManagement ? managementPath(ofSessions) : ofSessions;
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(textOf(params?.[key]).toWellFormed()),
  );
  // Generated input may be anything, even null.
  const search = searchOf(query ?? {});
  const answer = await fetch(`${origin()}${filled}${search && `?${search}`}`, {
    method,
    // Redirects are not followed, because only the product's answer is checked.
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(uploadToken && { 'x-upload-token': encodeURIComponent(uploadToken) }),
      ...(threadToken && { 'x-thread-token': encodeURIComponent(threadToken) }),
      ...(apiKey && { 'x-api-key': encodeURIComponent(apiKey) }),
    },
    body: method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  // If the server closes the connection after the headers, there is no answer.
  const isJson = text && answer.headers.get('content-type')?.startsWith('application/json');
  const { Code, errors } = isJson ? JSON.parse(text) : {};
  return { status: answer.status, code: Code ?? errors?.[0]?.code, text };
}
