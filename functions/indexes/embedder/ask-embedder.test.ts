import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type Embedder, embedderSchema } from '#shared/embedder.ts';
import { askEmbedder, EmbedderFailure, textsAtOnce, withRetries } from './ask-embedder.ts';

interface Asked {
  url: string | undefined;
  key: string | undefined;
  body: Record<string, unknown>;
}

let server: Server | undefined;
afterEach(() => server?.close());

/** A provider that gives these answers, one after the other. */
async function provider(
  ...answers: { status?: number; headers?: Record<string, string>; body?: unknown }[]
) {
  const asked: Asked[] = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url, headers } = request;
    asked.push({ url, key: headers.authorization, body: JSON.parse(`${Buffer.concat(chunks)}`) });
    const { status = 200, headers: sent = {}, body = {} } = answers[asked.length - 1]!;
    response.writeHead(status, { 'content-type': 'application/json', ...sent });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const settings = (given: Partial<Embedder>) =>
    embedderSchema.parse({
      endpoint: `http://127.0.0.1:${port}/v1`,
      model: 'm',
      dimensions: 8,
      usdPerMillionTokens: 0.02,
      ...given,
    });
  return { asked, settings };
}

const numbers = (first: number) => [first, 0, 0, 0, 0, 0, 0, 0];
const ask = (embedder: Embedder, texts: string[], kind: 'row' | 'query' = 'row') =>
  askEmbedder(embedder, 'key', texts, kind, 5000);

test('speaks the Embeddings API of OpenAI, whatever the order of the answer', async () => {
  const data = [
    { index: 1, embedding: numbers(2) },
    { index: 0, embedding: numbers(1) },
  ];
  const { asked, settings } = await provider({ body: { object: 'list', data } });
  expect(await ask(settings({}), ['a', 'b'])).toEqual([numbers(1), numbers(2)]);
  expect(asked).toEqual([
    {
      url: '/v1/embeddings',
      key: 'Bearer key',
      body: { model: 'm', input: ['a', 'b'], dimensions: 8, encoding_format: 'float' },
    },
  ]);
});

test('speaks to models of Titan on Amazon Bedrock, a text at a time', async () => {
  const { asked, settings } = await provider({
    body: { embedding: numbers(1), inputTextTokenCount: 2 },
  });
  const titan = settings({ api: 'bedrock', model: 'amazon.titan-embed-text-v2:0' });
  expect(textsAtOnce(titan)).toBe(1);
  expect(await ask(titan, ['a'])).toEqual([numbers(1)]);
  expect(asked[0]).toMatchObject({
    url: '/v1/model/amazon.titan-embed-text-v2%3A0/invoke',
    body: { inputText: 'a', dimensions: 8, normalize: true },
  });
});

test('speaks to models of Cohere on Amazon Bedrock, which tell rows from queries', async () => {
  const { asked, settings } = await provider(
    { body: { embeddings: [numbers(1), numbers(2)] } },
    { body: { embeddings: { float: [numbers(3)] } } },
  );
  const cohere = settings({ api: 'bedrock', model: 'cohere.embed-multilingual-v3' });
  expect(textsAtOnce(cohere)).toBe(96);
  expect(await ask(cohere, ['a', 'b'])).toEqual([numbers(1), numbers(2)]);
  expect(await ask(cohere, ['c'], 'query')).toEqual([numbers(3)]);
  expect(asked.map(({ body }) => body)).toEqual([
    { texts: ['a', 'b'], input_type: 'search_document', truncate: 'END' },
    { texts: ['c'], input_type: 'search_query', truncate: 'END' },
  ]);
});

test('waits as long as the provider says, and repeats what may succeed later', async () => {
  const { asked, settings } = await provider(
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503 },
    { body: { data: [{ index: 0, embedding: numbers(1) }] } },
  );
  const waits: number[] = [];
  const wait = async (ms: number) => waits.push(ms);
  expect(await withRetries(() => ask(settings({}), ['a']), 5, wait)).toEqual([numbers(1)]);
  expect(asked).toHaveLength(3);
  expect(waits[0]).toBe(7000);
  expect(waits[1]).toBeGreaterThan(0);
});

test('does not repeat what the provider refuses, or vectors of another length', async () => {
  const { asked, settings } = await provider(
    { status: 401 },
    { body: { data: [{ index: 0, embedding: [1, 2] }] } },
    { body: { error: 'of another form' } },
  );
  for (const message of ['answered 401', 'instead of 8', 'another form']) {
    const refused = withRetries(() => ask(settings({}), ['a']), 5);
    await expect(refused).rejects.toThrow(EmbedderFailure);
    await expect(refused).rejects.toThrow(message);
  }
  expect(asked).toHaveLength(3);
});
