import type { Cloud } from '#local/cloud.ts';

interface ApiCall {
  token?: string;
  body?: object;
  /** Statuses that count as success. */
  accept?: number[];
}

/** Calls the product's API like any other client. Throws unless it succeeds. */
export const api =
  ({ endpoint }: Cloud) =>
  async <T>(method: string, path: string, { token, body, accept = [] }: ApiCall = {}) => {
    const answer = await fetch(new URL(path, endpoint), {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok && !accept.includes(answer.status)) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    }
    return JSON.parse(text) as T;
  };
