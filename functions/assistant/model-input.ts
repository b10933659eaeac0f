import { formatCitation } from '#shared/citations.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { assistantSettings } from './assistant-settings.ts';
import type { ModelInput } from './openai.ts';
import type { ItemContent, ThreadItem } from './thread-items.ts';
import { toolError } from './tool-output.ts';

/**
 * The model's input for a conversation. Open calls of a stopped run, and outputs whose calls were not read, are left out:
 * the API refuses one without the other, and the model can call again. If the conversation is too long, the oldest outputs
 * are left out.
 */
export function modelInput(items: readonly ThreadItem[]): ModelInput[] {
  const contents = items.map(({ content }) => content);
  const answered = new Set(
    contents.flatMap((content) =>
      content.type === 'function_call_output' ? [content.call_id] : [],
    ),
  );
  const called = new Set(
    contents.flatMap((content) => (content.type === 'function_call' ? [content.call_id] : [])),
  );
  const whole = new Set([...answered].filter((id) => called.has(id)));
  const input = contents.flatMap((content) => inputOf(content, whole));
  return shortened(input);
}

function inputOf(content: ItemContent, whole: ReadonlySet<string>): ModelInput[] {
  switch (content.type) {
    case 'question':
      return [{ type: 'message', role: 'user', content: content.text }];
    case 'answer': {
      const list = content.citations.flatMap(citationLine).join('\n');
      return [{ type: 'message', role: 'assistant', content: `${content.text}\n\n${list}`.trim() }];
    }
    case 'function_call':
    case 'function_call_output':
      return whole.has(content.call_id) ? [content] : [];
  }
}

/** Unverified quotes are not sent to the model again. */
function citationLine({ number, ucid, quote, place }: ChatCitation): string[] {
  return place ? [formatCitation({ number, ucid, quote, place })] : [];
}

const leftOut = toolError('Left out, because the conversation is long. Call the tool again.');

function shortened(input: ModelInput[]): ModelInput[] {
  const lengthOf = (item: ModelInput) => JSON.stringify(item).length;
  let length = input.reduce((sum, item) => sum + lengthOf(item), 0);
  return input.map((item, index) => {
    const isLast = index === input.length - 1;
    if (length <= assistantSettings.contextMaxLength || isLast) return item;
    if (item.type !== 'function_call_output') return item;
    const short = { ...item, output: leftOut };
    length += lengthOf(short) - lengthOf(item);
    return short;
  });
}
