import type { Item } from './items.ts';
import { planFor } from './plan/plan.ts';
import { readTurns, type ToolResult, type Turn } from './thread.ts';
import type { Plan, ToolCall } from './tool-calls.ts';
import { type Context, contextAfter, emptyContext } from './understand/context.ts';
import type { Intent } from './understand/intent.ts';
import { understand } from './understand/understand.ts';

/** The assistant's next step: a tool call or an answer. */
export type Step = ({ kind: 'call' } & ToolCall) | { kind: 'answer'; text: string };

export interface StepOptions {
  /** Names of the tools that the request offers. */
  tools: readonly string[];
  /** YYYY-MM-DD */
  today: string;
}

/**
 * The next step in a thread. It keeps no state: the meaning of a message follows from the messages before it, and the
 * progress of its plan from the tool outputs after it.
 */
export function nextStep(items: readonly Item[], { tools, today }: StepOptions): Step {
  const turns = readTurns(items);
  const current = turns.at(-1);
  if (!current) throw new Error('a thread without a message');
  const { intent, context } = understandLast(turns, today);
  return replay(planFor(intent, context), current.results, tools);
}

/** The intent of a thread's last message, with the context it can refer to. */
export function understandLast(
  turns: readonly Turn[],
  today: string,
): { intent: Intent; context: Context } {
  let context = emptyContext();
  for (const turn of turns.slice(0, -1))
    context = contextAfter(context, understand(turn.user, context, today), turn);
  return { intent: understand(turns.at(-1)!.user, context, today), context };
}

/** Runs a plan with the outputs received so far, up to its next call or its answer. */
function replay(
  plan: Plan | string,
  results: readonly ToolResult[],
  tools: readonly string[],
): Step {
  if (typeof plan === 'string') return { kind: 'answer', text: plan };
  const answered = new Map(results.map((one) => [key(one.name, one.arguments), one.output]));
  let step = plan.next();
  while (!step.done) {
    const call = step.value;
    const output = answered.get(key(call.name, JSON.stringify(call.arguments)));
    if (output === undefined && tools.includes(call.name)) return { kind: 'call', ...call };
    step = plan.next(output);
  }
  return { kind: 'answer', text: step.value };
}

/** A call by its name and arguments, however its JSON is spaced. */
function key(name: string, json: string): string {
  try {
    return `${name} ${JSON.stringify(JSON.parse(json))}`;
  } catch {
    return `${name} ${json}`;
  }
}
