import type { Item } from '#assistant/items.ts';
import { invalid } from './failure.ts';

/** Throws OpenAI's error if a call lacks its output, or an output its call. */
export function requirePairs(items: readonly Item[]): void {
  const calls = new Set<string>();
  const open = new Set<string>();
  for (const one of items) {
    if (one.type === 'function_call') {
      calls.add(one.call_id);
      open.add(one.call_id);
    } else if (one.type === 'function_call_output') {
      if (!calls.has(one.call_id)) {
        throw invalid(
          `No tool call found for function call output with call_id ${one.call_id}.`,
          'input',
        );
      }
      open.delete(one.call_id);
    }
  }
  const [unanswered] = open;
  if (unanswered) throw invalid(`No tool output found for function call ${unanswered}.`, 'input');
}
