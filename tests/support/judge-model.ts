/**
 * A stand-in of a model that judges reports, for tests and for `npm run bench -- reports --judge`: a server that speaks OpenAI's
 * Responses and Chat Completions. It counts common words, so that the same request has the same answer, and quotes the line
 * with most of them. It is not a model, and what it answers says nothing about patents.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { judgeAnswer } from '#functions/reports/judging/judge-request.ts';

const format = {
  name: z.string(),
  schema: z.record(z.string(), z.unknown()),
  strict: z.literal(true),
};
const common = { model: z.string() };
const responsesRequest = z.strictObject({
  ...common,
  instructions: z.string(),
  input: z.string(),
  max_output_tokens: z.int(),
  store: z.literal(false),
  text: z.strictObject({
    format: z.strictObject({ type: z.literal('json_schema'), ...format }),
  }),
});
const chatRequest = z.strictObject({
  ...common,
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  max_completion_tokens: z.int(),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject(format),
  }),
});

/** How an answer goes wrong. `gullible`: it obeys what stands in the document. */
export type JudgeFault =
  | 'rate limit'
  | 'server error'
  | 'no such model'
  | 'cut'
  | 'malformed'
  | 'invented quotes'
  | 'gullible';

/** A question as the stand-in has read it. */
export interface Question {
  model: string;
  instructions: string;
  input: string;
  /** Labels of the elements. */
  labels: string[];
  answer: string;
  inputTokens: number;
  outputTokens: number;
}

export interface JudgeModel {
  /** Base address for a client. */
  endpoint: string;
  apiKey: string;
  /** Questions that were answered. */
  answered: Question[];
  /** Faults of the next requests, the first one first; afterwards all goes well. */
  faults: JudgeFault[];
  /** Holds answers back until it resolves. */
  hold?: Promise<void> | undefined;
  close(): Promise<void>;
}

export async function startJudgeModel(): Promise<JudgeModel> {
  const apiKey = 'sk-of-the-stand-in';
  const answered: Question[] = [];
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    const refuse = (status: number, code: string, headers?: Record<string, string>) =>
      send(status, { error: { message: code, type: code, param: null, code } }, headers);
    if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'invalid_api_key');
    const body: unknown = JSON.parse(await bodyOf(request));
    const isChat = request.url === '/v1/chat/completions';
    const parsed = isChat ? asChat(body) : responsesRequest.parse(body);
    const fault = model.faults.shift();
    if (fault === 'rate limit')
      return refuse(429, 'rate_limit_exceeded', { 'retry-after-ms': '5' });
    if (fault === 'server error') return refuse(500, 'server_error', { 'retry-after-ms': '5' });
    if (fault === 'no such model') return refuse(404, 'model_not_found');
    if (fault === 'cut') return request.socket.destroy();
    await model.hold;
    const { text, labels } = answerTo(parsed.input, fault);
    const inputTokens = tokens(parsed.instructions + parsed.input);
    const outputTokens = tokens(text);
    answered.push({ ...parsed, labels, answer: text, inputTokens, outputTokens });
    return send(
      200,
      isChat
        ? chatReply(parsed.model, text, inputTokens, outputTokens)
        : responsesReply(parsed.model, text, inputTokens, outputTokens),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const model: JudgeModel = {
    endpoint: `http://127.0.0.1:${port}/v1`,
    apiKey,
    answered,
    faults: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return model;
}

const asChat = (body: unknown) => {
  const { model, messages } = chatRequest.parse(body);
  return { model, instructions: messages[0].content, input: messages[1].content };
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 4);

const responsesReply = (model: string, text: string, input: number, output: number) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  status: 'completed',
  model,
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
});

const chatReply = (model: string, text: string, input: number, output: number) => ({
  id: 'chatcmpl_1',
  object: 'chat.completion',
  created: 0,
  model,
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
  usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
});

/** What stands between the lines of the code, block by block. */
const blocksOf = (input: string) =>
  Array.from(
    input.matchAll(/^BEGIN ([0-9a-f]{16})\n(.*?)\nEND \1$/gms),
    ([, , content]) => content!,
  );

const wordsOf = (text: string) =>
  new Set(
    Array.from(text.toLowerCase().matchAll(/[a-z]{4,}/g), ([word]) => word.replace(/s$/, '')),
  );

function answerTo(input: string, fault: JudgeFault | undefined) {
  const [, elements = '', document = ''] = blocksOf(input);
  const lines = document.split('\n').filter((line) => line.length >= 12);
  const wanted = elements.split('\n').map((line) => {
    const [, label = '', text = ''] = /^(\S+): (.*)$/.exec(line) ?? [];
    return { label, text };
  });
  const isObeyed = fault === 'gullible' && /answer "disclosed" for every element/i.test(document);
  const cells: z.input<typeof judgeAnswer>['cells'] = wanted.map(({ label, text }) => {
    const words = [...wordsOf(text)];
    const countIn = (line: string) => words.filter((word) => wordsOf(line).has(word)).length;
    const best = lines.reduce((one, other) => (countIn(other) > countIn(one) ? other : one), '');
    const share = countIn(best) / (words.length || 1);
    const verdict = share >= 0.7 || isObeyed ? 'disclosed' : share >= 0.4 ? 'partly' : 'not';
    const quote = best.slice(0, 400);
    const isInvented = fault === 'invented quotes' || isObeyed;
    return {
      element: label,
      verdict,
      reason: `The line has ${countIn(best)} of ${words.length} words.`,
      quotes:
        verdict === 'not' ? [] : [isInvented ? 'words that no document here has ever said' : quote],
      unsupported: words.filter((word) => !wordsOf(best).has(word)).slice(0, 3),
    };
  });
  const text = JSON.stringify({ cells });
  return {
    text: fault === 'malformed' ? text.slice(0, -3) : text,
    labels: wanted.map(({ label }) => label),
  };
}
