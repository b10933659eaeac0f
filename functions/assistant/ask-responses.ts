import type OpenAI from 'openai';
import { type AskOnce, ModelFailure, type ModelReply } from './model.ts';

/** Asks by OpenAI's Responses API. The provider stores nothing, so what the model thought comes back encrypted. */
export const askResponses: AskOnce = async (
  openai,
  { model, effort },
  { instructions, input, tools, schema, maxOutputTokens },
  onText,
  options,
) => {
  const stream = await openai.responses.create(
    {
      model,
      instructions,
      input,
      tools,
      parallel_tool_calls: true,
      reasoning: effort && { effort },
      include: effort && ['reasoning.encrypted_content'],
      text: schema && { format: { type: 'json_schema', strict: true, ...schema } },
      max_output_tokens: maxOutputTokens,
      store: false,
      stream: true,
    },
    options,
  );
  let text = '';
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta') {
      text += event.delta;
      onText(text);
    }
    if (event.type === 'response.completed' || event.type === 'response.incomplete') {
      return replyOf(event.response, text);
    }
  }
  // Failed replies end so, and so do broken connections.
  throw new ModelFailure('cut_off');
};

function replyOf({ output, status, usage }: OpenAI.Responses.Response, text: string): ModelReply {
  const isCut = status === 'incomplete';
  const calls = output.filter((item) => item.type === 'function_call');
  const thoughts = output.filter((item) => item.type === 'reasoning');
  return {
    text,
    isCut,
    // Arguments that were cut off are of no use.
    calls: (isCut ? [] : calls).map(({ call_id, name, arguments: given }) => ({
      call_id,
      name,
      arguments: given,
    })),
    reasoning: thoughts.flatMap(({ id, encrypted_content: encrypted }) =>
      encrypted ? [{ id, encrypted }] : [],
    ),
    inputTokens: usage?.input_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
  };
}
