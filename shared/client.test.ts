import { expect, test } from 'vitest';
import { ApiError, createClient } from './client.ts';

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

function clientAnswering(status: number, body: string, token?: string) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'https://api.example',
    getToken: async () => token,
    fetch: async (url, init) => {
      sent.push({ url, ...init });
      return new Response(body, { status, headers: { 'apigw-requestid': 'from-header' } });
    },
  });
  return { client, sent };
}

test('a call carries the token, the encoded query and a JSON body', async () => {
  const { client, sent } = clientAnswering(200, '{"key":"k"}', 'token');
  await client('delete-dataset-file', { query: { key: 'org/1/a+b &c.csv' } });
  await client('create-organization', { body: { name: 'Acme' } });
  expect(sent[0]).toMatchObject({
    url: 'https://api.example/api/datasets/files?key=org%2F1%2Fa%2Bb%20%26c.csv',
    method: 'DELETE',
    headers: { authorization: 'Bearer token' },
  });
  expect(sent[0]).not.toHaveProperty('body');
  expect(sent[1]).toMatchObject({ method: 'POST', body: '{"name":"Acme"}' });
});

test('an API key replaces the token and path parameters are encoded', async () => {
  const { client, sent } = clientAnswering(200, '{}', 'token');
  await client('query-index', {
    params: { index_id: 'a/b' },
    body: { request: { conceptFeaturesString: 'x' } },
    apiKey: 'secret',
  });
  expect(sent[0]?.url).toBe('https://api.example/api/v1/indexes/a%2Fb/query');
  expect(sent[0]?.headers).toMatchObject({ 'x-api-key': 'secret' });
  expect(sent[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  [409, '{"Code":"LastKey","Message":"No","RequestId":"r1"}', ['LastKey', 'No', 'r1', 409]],
  [
    401,
    '{"errors":[{"code":"InvalidApiKey","message":"Bad"}]}',
    ['InvalidApiKey', 'Bad', 'from-header', 401],
  ],
  [
    401,
    '{"message":"Unauthorized"}',
    ['Unauthenticated', 'Please sign in and try again.', 'from-header', 401],
  ],
  [
    429,
    '{"message":"Too Many Requests"}',
    ['Busy', 'The server is busy right now. Please try again later.', 'from-header', 429],
  ],
  [502, '<html>', ['Internal', 'There was a problem with the server.', 'from-header', 502]],
  [200, '<html>', ['Internal', 'There was a problem with the server.', 'from-header', 200]],
])('an answer %i %s is an ApiError', async (status, body, expected) => {
  const error = await clientAnswering(status, body)
    .client('get-health')
    .catch((e) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect([error.code, error.message, error.requestId, error.status]).toEqual(expected);
});

test('no answer at all is an ApiError with status 0, an aborted call stays an abort', async () => {
  const client = createClient({
    baseUrl: '',
    fetch: async () => {
      throw new TypeError('fetch failed');
    },
  });
  await expect(client('get-health')).rejects.toMatchObject({ code: 'Unreachable', status: 0 });
  const aborted = client('get-health', { signal: { aborted: true } });
  await expect(aborted).rejects.toBeInstanceOf(TypeError);
});
