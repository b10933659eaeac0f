import { formatCitation } from '#shared/citations.ts';
import { continueNote } from '#shared/continue-note.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { assistantSettings } from './assistant-settings.ts';
import { begunAnswer } from './begun-answer.ts';
import type { ModelInput } from './model.ts';
import type { ItemContent, ThreadItem } from './thread-items.ts';
import { toolError } from './tool-output.ts';

/**
 * The model's input for a conversation. Open calls of a stopped run, and outputs whose calls were not read, are left out:
 * the API refuses one without the other, and the model can call again. If the conversation is too long, the oldest outputs
 * are left out. An answer that was cut off stands at the end, to be continued.
 * @param model the one that is asked: what another one thought is of no use to it
 */
export function modelInput(items: readonly ThreadItem[], model: string): ModelInput[] {
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
  const asked = contents.findLastIndex(({ type }) => type === 'question');
  const input = contents.flatMap((content, index) =>
    content.type === 'reasoning'
      ? index > asked && content.model === model
        ? [reasoningItem(content)]
        : []
      : inputOf(content, whole),
  );
  const begun = begunAnswer(items);
  if (begun !== '') {
    input.push({ type: 'message', role: 'assistant', content: begun });
    input.push({ type: 'message', role: 'developer', content: continueNote });
  }
  return shortened(input);
}

type Thought = Extract<ItemContent, { type: 'reasoning' }>;
const reasoningItem = ({ id, encrypted }: Thought): ModelInput => ({
  type: 'reasoning',
  id,
  summary: [],
  encrypted_content: encrypted,
});

/** A piece of an answer is in the answer, or at the end of the input. */
function inputOf(content: Exclude<ItemContent, Thought>, whole: ReadonlySet<string>): ModelInput[] {
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
    case 'answer_piece':
      return [];
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
