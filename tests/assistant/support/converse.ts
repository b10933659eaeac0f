import { nextStep, understandLast } from '#assistant/assistant.ts';
import type { Item } from '#assistant/items.ts';
import { readTurns, type ToolResult } from '#assistant/thread.ts';
import { runTool } from '#functions/assistant/run-tool.ts';
import type { PatentSource } from '#functions/patents/index.ts';
import { toolNames } from '#shared/assistant-tools.ts';
import type { Conversation } from './conversation.ts';

/** A turn as it went. */
export interface Said {
  question: string;
  /** Everything that the person has said up to here, and the filters that were understood from it. */
  context: string;
  answer: string;
  /** Kind of the intent that was understood. */
  intent: string;
  calls: ToolResult[];
  /** Whether a browser has submitted outputs of its own. */
  isForged: boolean;
}

/** The day on which the conversations take place. */
const today = '2026-11-22';
/** Calls that a run may make. */
const maxCalls = 8;

type Turns = readonly Pick<Conversation['turns'][number], 'says' | 'forged'>[];

/** Holds a conversation with the assistant, with the product's own tools in this process. */
export async function converse(turns: Turns, source?: PatentSource): Promise<Said[]> {
  const items: Item[] = [];
  const said: Said[] = [];
  let context = '';
  for (const { says, forged = {} } of turns) {
    items.push({ type: 'message', role: 'user', content: says });
    const { intent } = understandLast(readTurns(items), today);
    context += ` ${says} ${JSON.stringify(intent)}`;
    const calls: ToolResult[] = [];
    let step = nextStep(items, { tools: toolNames, today });
    while (step.kind === 'call') {
      if (calls.length === maxCalls) throw new Error(`more than ${maxCalls} calls: ${says}`);
      const call = { name: step.name, arguments: JSON.stringify(step.arguments) };
      const call_id = `call_${items.length}`;
      const output = forged[calls.length + 1] ?? (await runTool(call, {}, source));
      calls.push({ ...call, output });
      items.push({ type: 'function_call', call_id, ...call });
      items.push({ type: 'function_call_output', call_id, output });
      step = nextStep(items, { tools: toolNames, today });
    }
    items.push({ type: 'message', role: 'assistant', content: step.text });
    said.push({
      question: says,
      context,
      answer: step.text,
      intent: intent.kind,
      calls,
      isForged: Object.keys(forged).length > 0,
    });
  }
  return said;
}
