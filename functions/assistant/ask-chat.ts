import type OpenAI from 'openai';
import { chatMessages } from './chat-messages.ts';
import { type AskOnce, ModelFailure, type ModelReply } from './model.ts';

type Chunk = OpenAI.Chat.ChatCompletionChunk;
type CallDelta = NonNullable<Chunk['choices'][number]['delta']['tool_calls']>[number];

/** Asks by Chat Completions, where an endpoint has nothing else. What a model thought cannot be passed back there. */
export const askChat: AskOnce = async (
  openai,
  { model, effort },
  { instructions, input, tools, schema, maxOutputTokens },
  onText,
  options,
) => {
  // Some endpoints refuse an empty list, or the permission for calls without it.
  const hasTools = tools.length > 0;
  const stream = await openai.chat.completions.create(
    {
      model,
      messages: chatMessages(instructions, input),
      tools: hasTools ? tools.map(({ type, ...tool }) => ({ type, function: tool })) : undefined,
      parallel_tool_calls: hasTools ? true : undefined,
      reasoning_effort: effort,
      response_format: schema && { type: 'json_schema', json_schema: { strict: true, ...schema } },
      max_completion_tokens: maxOutputTokens,
      stream_options: { include_usage: true },
      stream: true,
    },
    options,
  );
  let text = '';
  let finish: Chunk['choices'][number]['finish_reason'] = null;
  let usage: Chunk['usage'];
  const calls: ModelReply['calls'] = [];
  for await (const chunk of stream) {
    usage = chunk.usage ?? usage;
    const [choice] = chunk.choices;
    if (!choice) continue;
    finish = choice.finish_reason ?? finish;
    const said = choice.delta.content ?? choice.delta.refusal;
    if (said) {
      text += said;
      onText(text);
    }
    for (const delta of choice.delta.tool_calls ?? []) addCall(calls, delta);
  }
  // A connection that breaks off has no reason to end.
  if (!finish) throw new ModelFailure('cut_off');
  const isCut = finish !== 'stop' && finish !== 'tool_calls';
  return {
    text,
    isCut,
    calls: isCut ? [] : calls,
    reasoning: [],
    inputTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
  };
};

/** Adds a piece of a call. Some endpoints send a call whole, without its index or its id. */
function addCall(calls: ModelReply['calls'], { index, id, function: piece }: CallDelta): void {
  const at = (index as number | undefined) ?? (id ? calls.length : calls.length - 1);
  const known = calls[at];
  if (known) {
    known.arguments += piece?.arguments ?? '';
    return;
  }
  calls[at] = {
    call_id: id ?? `call_${crypto.randomUUID()}`,
    name: piece?.name ?? '',
    arguments: piece?.arguments ?? '',
  };
}
