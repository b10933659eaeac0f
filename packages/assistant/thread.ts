import { type Item, textOf } from './items.ts';

/** A tool call and its output. Both are untrusted text. */
export interface ToolResult {
  name: string;
  arguments: string;
  output: string;
}

/** What a person said, and what followed up to their next message. */
export interface Turn {
  user: string;
  results: ToolResult[];
  /** Absent before the answer, and where a run failed. */
  answer?: string;
}

/** The turns of a thread. The last one is to be answered. */
export function readTurns(items: readonly Item[]): Turn[] {
  const turns: Turn[] = [];
  const calls = new Map<string, Pick<ToolResult, 'name' | 'arguments'>>();
  for (const item of items) {
    const turn = turns.at(-1);
    if (item.type === 'message') {
      if (item.role === 'user') turns.push({ user: textOf(item), results: [] });
      else if (item.role === 'assistant' && turn) turn.answer = textOf(item);
    } else if (item.type === 'function_call') {
      calls.set(item.call_id, { name: item.name, arguments: item.arguments });
    } else {
      const call = calls.get(item.call_id);
      if (call) turn?.results.push({ ...call, output: item.output });
    }
  }
  return turns;
}
