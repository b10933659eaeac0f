import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { noSearchFilters } from '#shared/assistant-tools.ts';
import { openTestOpenAi, reelSaying } from './test-openai.ts';

type Input = OpenAI.Responses.ResponseInputItem[];
type Event = OpenAI.Responses.ResponseStreamEvent;

const asked = 'fishing reels with a magnetic brake';
const call = { type: 'function_call' as const, call_id: 'call_1', name: 'antecede_API' };
const nothingFound = JSON.stringify({ found: 0, documents: [], applied: [] });
const afterSearch: Input = [
  { role: 'user', content: asked },
  {
    ...call,
    arguments: JSON.stringify({ query: asked, filters: noSearchFilters, limit: 15 }),
  },
  { type: 'function_call_output', call_id: 'call_1', output: nothingFound },
];

async function collect(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

test('only the key of the installation is let in', async () => {
  const { client, respond, request } = await openTestOpenAi();
  const stranger = client({ apiKey: 'sk-other' });
  await expect(respond(request(asked), stranger)).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  });
});

test('one model is there', async () => {
  const { respond, request } = await openTestOpenAi();
  expect(await respond(request(asked))).toMatchObject({ model: 'antecede-builtin' });
  const other = { ...request(asked), model: 'gpt-5.5' };
  await expect(respond(other)).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
  });
});

test('a question is answered by a call of a tool with strict arguments', async () => {
  const { respond, request } = await openTestOpenAi();
  const response = await respond(request(asked));
  expect(response).toMatchObject({ status: 'completed', model: 'antecede-builtin', error: null });
  const [item] = response.output as OpenAI.Responses.ResponseFunctionToolCall[];
  expect(item).toMatchObject({ type: 'function_call', name: 'antecede_API', status: 'completed' });
  expect(JSON.parse(item!.arguments)).toEqual({
    query: asked,
    filters: noSearchFilters,
    limit: 15,
  });
});

test('the output of the tool leads to the answer', async () => {
  const { respond, request } = await openTestOpenAi();
  const response = await respond(request(afterSearch));
  expect(response.output_text).toContain('The search found nothing.');
  expect(response.output_text.match(/built-in assistant/gi)).toHaveLength(1);
});

test('a stream holds the numbered events of OpenAI, and its pieces make up the whole answer', async () => {
  const { client, request } = await openTestOpenAi();
  const stream = await client().responses.create({ ...request(afterSearch), stream: true });
  const events = await collect(stream);
  const types = [...new Set(events.map(({ type }) => type))];
  expect(types).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i));
  const pieces = events.flatMap((event) =>
    event.type === 'response.output_text.delta' ? [event.delta] : [],
  );
  const last = events.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('')).toBe(last.response.output_text);
});

test('a function call is streamed, and the helper of the SDK assembles it', async () => {
  const { client, request } = await openTestOpenAi();
  const stream = client().responses.stream({ ...request(asked), stream: true });
  const types = new Set<string>();
  stream.on('event', ({ type }) => types.add(type));
  const response = await stream.finalResponse();
  const [item] = response.output as OpenAI.Responses.ResponseFunctionToolCall[];
  expect(JSON.parse(item!.arguments)).toMatchObject({ query: asked });
  expect([...types]).toEqual(
    expect.arrayContaining([
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
    ]),
  );
});

test('usage counts four bytes as a token, in input and output', async () => {
  const { respond, request } = await openTestOpenAi();
  const { usage: one, output_text } = await respond(request(afterSearch));
  expect(one!.output_tokens).toBe(Math.ceil(Buffer.byteLength(output_text) / 4));
  expect(one!.total_tokens).toBe(one!.input_tokens + one!.output_tokens);
  const longer = { ...request(afterSearch), instructions: 'x'.repeat(13 + 4000) };
  const { usage: other } = await respond(longer);
  expect(other!.input_tokens - one!.input_tokens).toBe(1000);
});

test('an answer that exceeds its tokens is cut and marked as incomplete', async () => {
  const { client, respond, request } = await openTestOpenAi();
  const short = { ...request(afterSearch), max_output_tokens: 16 };
  const response = await respond(short);
  expect(response).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    usage: { output_tokens: 16 },
  });
  const events = await collect(await client().responses.create({ ...short, stream: true }));
  expect(events.at(-1)!.type).toBe('response.incomplete');
});

test('calls and outputs come in pairs', async () => {
  const { respond, request } = await openTestOpenAi();
  const unanswered: Input = [
    { role: 'user', content: asked },
    { ...call, arguments: '{}' },
  ];
  await expect(respond(request(unanswered))).rejects.toMatchObject({
    status: 400,
    param: 'input',
    message: '400 No tool output found for function call call_1.',
  });
  const unasked: Input = [
    { role: 'user', content: asked },
    { type: 'function_call_output', call_id: 'call_9', output: '{}' },
  ];
  await expect(respond(request(unasked))).rejects.toMatchObject({
    status: 400,
    message: '400 No tool call found for function call output with call_id call_9.',
  });
});

test('unknown, wrong and missing parameters are refused by name', async () => {
  const { client, respond, request } = await openTestOpenAi();
  const kept = { ...request(asked), store: true };
  await expect(respond(kept)).rejects.toMatchObject({
    status: 400,
    param: 'store',
  });
  const inBackground = { ...request(asked), background: true };
  await expect(respond(inBackground)).rejects.toMatchObject({
    status: 400,
    code: 'unknown_parameter',
    param: 'background',
  });
  const { model: _, ...nameless } = request(asked);
  await expect(respond(nameless)).rejects.toMatchObject({
    status: 400,
    code: 'missing_required_parameter',
    param: 'model',
  });
  await expect(client().moderations.create({ input: 'y' })).rejects.toMatchObject({ status: 404 });
});

test('texts with words in common have near vectors', async () => {
  const { client } = await openTestOpenAi();
  const input = ['honey bees', 'bees and honey', 'steam engines'];
  const embed = (model: string) =>
    client().embeddings.create({ model, input, dimensions: 16, encoding_format: 'float' });
  const { data, usage } = await embed('built-in-embedder');
  const [bees, honey, steam] = data.map(({ embedding }) => embedding);
  const cosine = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  expect(bees).toHaveLength(16);
  expect(cosine(bees!, honey!)).toBeGreaterThan(cosine(bees!, steam!));
  expect(usage.total_tokens).toBeGreaterThan(5);
  await expect(embed('another')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
});

test('failures have the status and form of errors of OpenAI', async () => {
  const { respond, request, orderFault } = await openTestOpenAi();
  orderFault('rate_limit_exceeded');
  const limited = await respond(request(asked)).catch((error) => error);
  expect(limited).toBeInstanceOf(OpenAI.RateLimitError);
  expect(limited.headers.get('retry-after')).toBe('1');
  orderFault('server_error');
  await expect(respond(request(asked))).rejects.toBeInstanceOf(OpenAI.InternalServerError);
  expect((await respond(request(asked))).status).toBe('completed');
});

test('the SDK tries a rate-limited request again', async () => {
  const { client, respond, request, orderFault } = await openTestOpenAi();
  orderFault('rate_limit_exceeded');
  const patient = client({ maxRetries: 1 });
  expect((await respond(request(asked), patient)).status).toBe('completed');
});

test('the client gives up on a provider that never answers', async () => {
  const { client, respond, request, orderFault } = await openTestOpenAi();
  orderFault('silent');
  const hasty = client({ timeout: 200 });
  await expect(respond(request(asked), hasty)).rejects.toBeInstanceOf(
    OpenAI.APIConnectionTimeoutError,
  );
});

test('a stream that is cut ends without its last event', async () => {
  const { client, request, orderFault } = await openTestOpenAi();
  orderFault('cut');
  const stream = await client().responses.create({ ...request(afterSearch), stream: true });
  const seen: Event[] = [];
  const reading = (async () => {
    for await (const event of stream) seen.push(event);
  })();
  await reading.catch(() => undefined);
  expect(seen.length).toBeGreaterThan(2);
  expect(seen.some(({ type }) => type === 'response.completed')).toBe(false);
});

test('a faulty model gives malformed arguments, calls tools in a loop, or invents quotes', async () => {
  const { respond, request, orderFault } = await openTestOpenAi();
  orderFault('malformed_arguments');
  const [broken] = (await respond(request(asked)))
    .output as OpenAI.Responses.ResponseFunctionToolCall[];
  expect(() => JSON.parse(broken!.arguments)).toThrow(SyntaxError);
  orderFault('loop');
  const looping = await respond(request(afterSearch));
  expect(looping.output[0]).toMatchObject({ type: 'function_call', name: 'antecede_API' });
  const text = 'Nested cylindrical shells slide apart along rails when the reel is cast.';
  const document = reelSaying(text);
  const output = JSON.stringify({ found: 1, documents: [document], applied: [] });
  const found: Input = [
    ...afterSearch.slice(0, 2),
    { ...afterSearch[2]!, output } as Input[number],
  ];
  orderFault('invented_quote');
  const inventing = await respond(request(found));
  expect(inventing.output_text).toContain('[1] US-3703998-A — "words that no document here');
  const honest = await respond(request(found));
  expect(honest.output_text).toMatch(/^\[1\] US-3703998-A — ".*" \((?:title|abstract)\)$/m);
});
