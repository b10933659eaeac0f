import * as z from 'zod';
import type { Item } from '#assistant/items.ts';
import { continueNote } from '#shared/continue-note.ts';
import type { ResponseRequest } from './response-request.ts';

const call = z.strictObject({
  id: z.string().min(1).max(64),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string().min(1).max(64), arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(call).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);

const chatTool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().min(1).max(64),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullable(),
    strict: z.literal(true),
  }),
});

/** The members of a request to `POST /chat/completions` that the stand-in reads. */
export const chatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(2),
  tools: z.array(chatTool).min(1).optional(),
  parallel_tool_calls: z.literal(true).optional(),
  reasoning_effort: z.string().optional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z.string(),
        strict: z.literal(true),
        schema: z.record(z.string(), z.unknown()),
      }),
    })
    .optional(),
  max_completion_tokens: z.int().min(16).optional(),
  stream_options: z.strictObject({ include_usage: z.literal(true) }),
  stream: z.literal(true),
});
type ChatRequest = z.output<typeof chatRequest>;

/** The same request in the form of the Responses API. */
export function asResponseRequest(request: ChatRequest): ResponseRequest {
  const [first, ...rest] = request.messages;
  const format = request.response_format;
  return {
    model: request.model,
    ...(first!.role === 'system' && { instructions: first!.content }),
    input: rest.flatMap(itemsOf),
    tools: (request.tools ?? []).map((one) => ({ type: 'function', ...one.function })),
    ...(request.max_completion_tokens && { max_output_tokens: request.max_completion_tokens }),
    ...(format && { text: { format: { type: format.type, ...format.json_schema } } }),
    parallel_tool_calls: true,
    store: false,
    stream: true,
  };
}

function itemsOf(one: ChatRequest['messages'][number]): Item[] {
  if (one.role === 'tool') {
    return [{ type: 'function_call_output', call_id: one.tool_call_id, output: one.content }];
  }
  if (one.role === 'assistant' && one.tool_calls) {
    return one.tool_calls.map(({ id, function: { name, arguments: given } }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: given,
    }));
  }
  const content = one.content ?? '';
  const role = one.role === 'user' && content === continueNote ? 'developer' : one.role;
  return [{ type: 'message', role, content }];
}
