import type OpenAI from 'openai';
import { pieces } from './response-events.ts';

type Chunk = OpenAI.Chat.ChatCompletionChunk;
type Delta = Chunk['choices'][number]['delta'];

/** A response as the chunks that Chat Completions streams. `response` is the finished one. */
export function chatChunks(response: OpenAI.Responses.Response): Chunk[] {
  const { id, created_at: created, model, output, usage } = response;
  const chunk = (choices: Chunk['choices'], used?: Chunk['usage']): Chunk => ({
    id: id.replace('resp', 'chatcmpl'),
    object: 'chat.completion.chunk',
    created,
    model,
    choices,
    usage: used ?? null,
  });
  const choice = (
    delta: Delta,
    finish_reason: Chunk['choices'][number]['finish_reason'] = null,
  ): Chunk => chunk([{ index: 0, delta, finish_reason, logprobs: null }]);
  const calls = output.filter((item) => item.type === 'function_call');
  const text = calls.length > 0 ? '' : response.output_text;
  const reason = calls.length > 0 ? 'tool_calls' : 'stop';
  return [
    choice({ role: 'assistant', content: '' }),
    ...(text ? pieces(text) : []).map((content) => choice({ content })),
    ...calls.flatMap(({ call_id, name, arguments: given }, index) => [
      choice({
        tool_calls: [{ index, id: call_id, type: 'function', function: { name, arguments: '' } }],
      }),
      ...pieces(given).map((piece) =>
        choice({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    choice({}, response.status === 'incomplete' ? 'length' : reason),
    chunk([], {
      prompt_tokens: usage!.input_tokens,
      completion_tokens: usage!.output_tokens,
      total_tokens: usage!.total_tokens,
    }),
  ];
}
