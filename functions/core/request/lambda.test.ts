import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { logger } from '#core/runtime/log.ts';
import { docs } from '#shared/contract/docs.ts';
import { errorCatalog, ProductError } from '#shared/errors.ts';
import { anyone } from './anyone.ts';
import { type ApiHandler, lambda } from './lambda.ts';

vi.stubEnv('PUBLIC_ORIGIN', 'https://antecede.example');

async function answerOf(handler: ApiHandler<'get-docs-markdown'>, part: object = {}) {
  const event = {
    ...part,
    headers: {},
    pathParameters: { file: 'us_patents.md' },
    requestContext: { requestId: 'request-1' },
  } as unknown as APIGatewayProxyEventV2;
  const { statusCode, headers, body } = await handler(event);
  const retryAfter = headers?.['retry-after'];
  return { statusCode, retryAfter, body: JSON.parse(body!) as unknown };
}

test('an error that the contract declares is answered with its status and message', async () => {
  const handler = lambda(docs, 'get-docs-markdown', anyone, async ({ fail }) => {
    throw fail('NotFound', 'There is no such page.');
  });
  expect(await answerOf(handler)).toEqual({
    statusCode: 404,
    body: {
      Code: 'NotFound',
      Message: 'There is no such page.',
      RequestId: 'request-1',
      DocsUrl: 'https://antecede.example/errors#NotFound',
    },
  });
});

test('a program is told of a query parameter that nobody reads', async () => {
  const handler = lambda(docs, 'get-docs-markdown', anyone, async () => '{}');
  const queryStringParameters = { limt: '5' };
  expect(await answerOf(handler, { queryStringParameters })).toMatchObject({ statusCode: 200 });
  const routeKey = 'GET /api/manage/indexes';
  expect(await answerOf(handler, { routeKey, queryStringParameters })).toMatchObject({
    statusCode: 400,
    body: { Message: expect.stringMatching(/query: there is no "limt"/) },
  });
});

test('a service that is asked too much makes an answer that says when to try again', async () => {
  const handler = lambda(docs, 'get-docs-markdown', anyone, async () => {
    throw Object.assign(new Error('too fast'), { name: 'ProvisionedThroughputExceededException' });
  });
  expect(await answerOf(handler)).toMatchObject({
    statusCode: 503,
    retryAfter: '2',
    body: { Code: 'Busy' },
  });
});

test('an undeclared error is a defect: opaque to the caller, named in the log', async () => {
  const logged = vi.spyOn(logger, 'error').mockReturnValue();
  const handler = lambda(docs, 'get-docs-markdown', anyone, async () => {
    throw new ProductError('LastKey');
  });
  expect(await answerOf(handler)).toEqual({
    statusCode: 500,
    body: {
      Code: 'Internal',
      Message: errorCatalog.Internal.message,
      RequestId: 'request-1',
      DocsUrl: 'https://antecede.example/errors#Internal',
    },
  });
  const [, { error }] = logged.mock.calls[0] as unknown as [string, { error: Error }];
  expect(error.message).toBe('The contract does not declare LastKey for get-docs-markdown');
});

test('whatever is logged during a request names it, and nothing of the one before', async () => {
  const named: unknown[] = [];
  const note = () => named.push(logger.getPersistentLogAttributes().requestId);
  const warm = async () => void note();
  const answer = async () => {
    note();
    return '{}';
  };
  const handler = lambda(docs, 'get-docs-markdown', anyone, answer, warm);
  await answerOf(handler);
  await handler({ warm_index_id: 'idx_1' });
  await handler({ warm_index_id: 'idx_1', request_id: 'request-2' });
  expect(named).toEqual(['request-1', undefined, 'request-2']);
});

test('only a function that has something to warm takes the event for it, and answers nobody', async () => {
  const warmed: string[] = [];
  const warm = async (indexId: string) => void warmed.push(indexId);
  const asked = async () => expect.unreachable('no request came');
  for (const handler of [
    lambda(docs, 'get-docs-markdown', anyone, asked, warm),
    lambda(docs, 'get-docs-markdown', anyone, asked),
  ]) {
    expect(await handler({ warm_index_id: 'idx_1' })).toEqual({});
  }
  expect(warmed).toEqual(['idx_1']);
});
