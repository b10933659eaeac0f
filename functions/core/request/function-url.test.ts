import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import { search } from '#shared/contract/search.ts';
import { originHeader } from '#shared/origin-header.ts';
import { bypassesCloudFront } from './bypasses-cloudfront.ts';
import { alsoAtUrl } from './function-url.ts';
import type { ApiHandler } from './lambda.ts';
import { addressOf } from './network-of.ts';

process.env.PUBLIC_ORIGIN = 'https://antecede.example';
afterEach(() => vi.unstubAllEnvs());

/** Says what the handler of the endpoint was asked. */
const asked = Object.assign(
  async (event: Parameters<ApiHandler<'query-index'>>[0]) => ({
    statusCode: 200,
    body: JSON.stringify(
      'headers' in event
        ? {
            parameters: event.pathParameters,
            address: addressOf(event),
            refused: bypassesCloudFront(event),
          }
        : { warm: event.warm_index_id },
    ),
  }),
  { endpoint: 'query-index' as const },
);
const handler = alsoAtUrl(search, 'query-index', asked);

const cloudFront = '130.176.0.1';

function event(method: string, rawPath: string, headers: Record<string, string> = {}) {
  return {
    routeKey: '$default',
    rawPath,
    headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
    requestContext: { requestId: 'request-1', http: { method, sourceIp: cloudFront } },
  } as unknown as APIGatewayProxyEventV2;
}

async function answerOf(...request: Parameters<typeof event>) {
  const { statusCode, headers, body = '' } = await handler(event(...request));
  return { statusCode, headers, body: body && (JSON.parse(body) as unknown) };
}

test('a request to the URL of a function is as one of the API', async () => {
  expect(await answerOf('POST', '/api/v1/indexes/idx_1/query')).toEqual({
    statusCode: 200,
    headers: { 'apigw-requestid': 'request-1' },
    body: { parameters: { index_id: 'idx_1' }, address: '203.0.113.7', refused: false },
  });
});

test.each([
  ['not added yet', '203.0.113.7'],
  ['added', `203.0.113.7, ${cloudFront}`],
  ['not added yet, and the caller invents one', '198.51.100.1, 203.0.113.7'],
  ['added, and the caller invents one', `198.51.100.1,203.0.113.7,${cloudFront}`],
])('the caller has the address that CloudFront saw: its own is %s', async (_, forwarded) => {
  const { body } = await answerOf('POST', '/api/v1/indexes/idx_1/query', {
    'x-forwarded-for': forwarded,
  });
  expect(body).toMatchObject({ address: '203.0.113.7' });
});

test('where programs may ask it themselves, they have the address that they ask from', async () => {
  vi.stubEnv('ORIGIN_SECRET', '2:new 1:old');
  const ask = async (secret?: string) => {
    const forwarded = { 'x-forwarded-for': `198.51.100.1, ${cloudFront}` };
    const headers = { ...forwarded, ...(secret !== undefined && { [originHeader]: secret }) };
    return (await answerOf('POST', '/api/v1/indexes/idx_1/query', headers)).body;
  };
  const throughCloudFront = { refused: false, address: '198.51.100.1' };
  for (const wrong of [undefined, '0:guessed']) {
    expect(await ask(wrong)).toMatchObject({ refused: true });
  }
  expect(await ask('2:new')).toMatchObject(throughCloudFront);
  vi.stubEnv('QUERY_URL_FOR_PROGRAMS', 'true');
  for (const wrong of [undefined, '0:guessed']) {
    expect(await ask(wrong)).toMatchObject({ refused: false, address: cloudFront });
  }
  expect(await ask('2:new')).toMatchObject(throughCloudFront);
});

test('other methods and paths get the answers of the API, and pages may ask whether they may call', async () => {
  expect(await answerOf('GET', '/api/v1/indexes/idx_1/query')).toMatchObject({
    statusCode: 405,
    headers: { allow: 'POST', 'apigw-requestid': 'request-1' },
    body: { errors: [{ code: 'MethodNotAllowed' }] },
  });
  for (const path of ['/api/v1/indexes/idx_1/other/query', '/api/v1/indexes//query', '/']) {
    expect.soft(await answerOf('POST', path), path).toMatchObject({ statusCode: 404 });
  }
  const asks = { 'access-control-request-method': 'POST' };
  expect(await answerOf('OPTIONS', '/api/v1/indexes/idx_1/query', asks)).toMatchObject({
    statusCode: 204,
    headers: { 'access-control-allow-origin': '*' },
  });
});

test('requests of the API and hints to read an index pass unchanged', async () => {
  const ofApi = { ...event('POST', '/any'), routeKey: 'POST /api/v1/indexes/{index_id}/query' };
  const { body, headers } = await handler({ ...ofApi, pathParameters: { index_id: 'idx_2' } });
  expect(JSON.parse(body!)).toMatchObject({ parameters: { index_id: 'idx_2' } });
  expect(headers).toBeUndefined();
  expect(await handler({ warm_index_id: 'idx_3' })).toEqual(
    await asked({ warm_index_id: 'idx_3' }),
  );
});
