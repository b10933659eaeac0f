import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import { openInjectedFaults } from '#local/aws/injected-faults.ts';
import { type AssistantModel, assistantModelSchema } from '#shared/assistant-model.ts';
import { functionTools } from '#shared/assistant-tools.ts';
import { openOpenAi } from './openai.ts';

type Input = OpenAI.Responses.ResponseInputItem[];
type ResponseParams = Omit<OpenAI.Responses.ResponseCreateParamsStreaming, 'stream'>;

/** A local OpenAI on a port of its own, with the real client. */
export async function openTestOpenAi() {
  const faults = openInjectedFaults();
  const unexpected: unknown[] = [];
  const local = openOpenAi({
    now: () => Date.UTC(2026, 10, 22),
    secret: 'of this test',
    faultOf: faults.take,
    onFault: (error) => void unexpected.push(error),
  });
  const server = createServer((request, response) => {
    void local.handle(request, response, new URL(request.url!, 'http://localhost'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (unexpected.length > 0) throw unexpected[0];
  });
  const client = (options: Partial<ConstructorParameters<typeof OpenAI>[0]> = {}) =>
    new OpenAI({
      apiKey: local.apiKey,
      baseURL: `http://127.0.0.1:${port}${local.basePath}`,
      maxRetries: 0,
      ...options,
    });
  return {
    /** How the product reaches it. */
    access: (settings: Partial<AssistantModel> = {}) => ({
      apiKey: local.apiKey,
      settings: assistantModelSchema.parse({
        model: 'antecede-builtin',
        endpoint: `http://127.0.0.1:${port}${local.basePath}`,
        ...settings,
      }),
    }),
    client,
    /** The answer of the model, from the last event of the stream. */
    async respond(params: ResponseParams, by = client()): Promise<OpenAI.Responses.Response> {
      const stream = await by.responses.create({ ...params, stream: true });
      let last: OpenAI.Responses.ResponseStreamEvent | undefined;
      for await (const event of stream) last = event;
      if (last && 'response' in last) return last.response;
      throw new Error(`The stream ended with ${last?.type}`);
    },
    orderFault: (code: string, times = 1) =>
      faults.order({ operation: 'openai:CreateResponse', code, containing: '"', times }),
    /** A request as the worker makes it. */
    request: (input: Input | string) => ({
      model: 'antecede-builtin',
      instructions: 'You are Dexi.',
      input: typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input,
      tools: functionTools(),
      parallel_tool_calls: true,
      store: false,
    }),
  };
}

/** A document as a search gives it, with this text. */
export const reelSaying = (abstract: string) => ({
  ucid: 'US-3703998-A',
  title: 'Fishing reel with a magnetic brake',
  abstract,
  conceptScore: 1,
  priority_date: null,
  publication_date: null,
  kind_code: 'A',
  assignees: [],
  cpc: [],
  passages: [],
});
