import type OpenAI from 'openai';
import type { ModelInput } from './model.ts';

type Message = OpenAI.Chat.ChatCompletionMessageParam;

/**
 * A conversation as messages of Chat Completions: calls that stand side by side are one message, notes to the model come from the
 * user, because many templates know one system message only, and what the model thought is left out.
 */
export function chatMessages(instructions: string, input: readonly ModelInput[]): Message[] {
  const messages: Message[] = [{ role: 'system', content: instructions }];
  for (const item of input) {
    if (item.type === 'function_call') addCall(messages, item);
    else if (item.type === 'function_call_output') {
      messages.push({
        role: 'tool',
        tool_call_id: String(item.call_id),
        content: String(item.output),
      });
    } else if (item.type === 'message' && typeof item.content === 'string') {
      const { content } = item;
      const isModel = item.role === 'assistant';
      messages.push(isModel ? { role: 'assistant', content } : { role: 'user', content });
    }
  }
  return messages;
}

function addCall(
  messages: Message[],
  { call_id, name, arguments: given }: OpenAI.Responses.ResponseFunctionToolCall,
): void {
  const id = String(call_id);
  const call = { id, type: 'function' as const, function: { name, arguments: given } };
  const last = messages.at(-1);
  if (last?.role === 'assistant' && last.tool_calls) last.tool_calls.push(call);
  else messages.push({ role: 'assistant', content: null, tool_calls: [call] });
}
