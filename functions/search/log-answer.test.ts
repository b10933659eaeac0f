import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import { callerResolver } from '#core/request/caller-resolver.ts';
import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { logBytes } from '#shared/query-costs.ts';
import { answerSearch } from './answer-search.ts';
import type { ApiKeyPrincipal } from './key-holder.ts';
import type { AskIndex } from './query-published-index.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_SERVICE_NAME = 'query-index';
  process.env.POWERTOOLS_DEV = 'false';
});

afterEach(() => vi.restoreAllMocks());

const principal = {
  orgId: 'org_q7r2t9y4u1i8o3p6a5s0',
  indexId: 'idx_h2k9s7d1m5w8x0c3v6b4',
  keyId: 'key_d4f7g2h9j1k6l3z8x5c0',
} as ApiKeyPrincipal;
const usage = { headers: {}, confidential: false, takeBack: async () => ({}) };
const holder = callerResolver('api-key', async () => ({
  principal,
  usage: Promise.resolve(usage),
}));
const found = { totalFound: 12_345, hits: [] };
const ask = (async (work: (index: unknown) => unknown) =>
  work({ columns: [], search: async () => found })) as AskIndex;

/** Sends a call, and gives the lines that are logged about it. */
async function linesOf(
  handler: (event: APIGatewayProxyEventV2) => Promise<unknown>,
  body: object,
): Promise<string[]> {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line).trim());
    return true;
  });
  const event = {
    headers: { 'x-amz-cf-id': 'k1F0dXj2nR7cQ9vT4bL8mW3zY6pH5sG0aE_uI-oKxCdNfVrBqJhM2w==' },
    pathParameters: { index_id: principal.indexId },
    body: JSON.stringify(body),
    requestContext: { requestId: 'Zq3kLhY4vHcEJ7g=' },
  } as unknown as APIGatewayProxyEventV2;
  await handler(event);
  write.mockRestore();
  return lines.filter((line) => line.includes('"search"'));
}

const text =
  'battery pack with coolant channels between prismatic cells, pump controlled by temperature sensors';
const request = { conceptFeaturesString: text };

test('a search is a part of the line of its request, which has as many bytes as the bill says', async () => {
  const handler = lambda(search, 'query-index', holder, ({ body, ...call }) =>
    answerSearch(call, ask, body.request),
  );
  await linesOf(handler, { request });
  const lines = await linesOf(handler, { request });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      message: 'request',
      statusCode: 200,
      search: { kind: 'search', text, words: 13, results: 12_345, orgId: principal.orgId },
    },
  ]);
  const bytes = Buffer.byteLength(lines[0]!);
  expect(bytes).toBeGreaterThan(0.95 * logBytes.request);
  expect(bytes).toBeLessThanOrEqual(logBytes.request);
});

test('each search of a call is told once', async () => {
  const handler = lambda(search, 'query-index', holder, async ({ body, ...call }) => {
    await answerSearch(call, ask, body.request);
    return answerSearch(call, ask, { ...body.request, conceptFeaturesString: 'another' });
  });
  const lines = await linesOf(handler, { request });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: 'Zq3kLhY4vHcEJ7g=', search: { text } },
    { requestId: 'Zq3kLhY4vHcEJ7g=', statusCode: 200, search: { text: 'another' } },
  ]);
});
