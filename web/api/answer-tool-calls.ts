import type { PageTool } from '#shared/assistant-tools.ts';
import type { ChatFilters, ChatRun } from '#shared/contract/chat.ts';
import { api } from '#web/lib/api-client.ts';
import { messageOf } from '#web/lib/errors.ts';

type ToolCall = NonNullable<
  ChatRun['required_action']
>['submit_tool_outputs']['tool_calls'][number];

interface ToolOutput {
  tool_call_id: string;
  output: string;
}

/**
 * The output of each tool. The arguments come from the model and are passed on unchanged; the server checks
 * them.
 */
const tools: Record<PageTool, (args: never, filters: ChatFilters) => Promise<unknown>> = {
  antecede_API: (args: { query: string }, filters) =>
    api('get-filtered-data', { body: { ...args, ...filters } }),
  get_full_patent_text: (args: { ucid: string }, _filters) =>
    api('get-patent-text', { body: { ucid: args.ucid } }),
  rerank_patents_for_invalidation: (args: {
    ucid: string | null;
    claim?: number | null;
    claim_text: string | null;
    candidates: string[];
  }) => api('rerank-patents', { body: args }),
};

/** Answers every call of tools that a run waits for. The output of a failed call is its error. */
export function answerToolCalls({ required_action, filters }: ChatRun): Promise<ToolOutput[]> {
  const calls = required_action?.submit_tool_outputs.tool_calls ?? [];
  return Promise.all(calls.map((call) => answerCall(call, filters)));
}

async function answerCall(
  { id, function: { name, arguments: json } }: ToolCall,
  filters: ChatFilters,
): Promise<ToolOutput> {
  try {
    if (!Object.hasOwn(tools, name)) throw new Error(`No tool is named ${name}`);
    const output = await tools[name as PageTool](JSON.parse(json) as never, filters);
    return { tool_call_id: id, output: JSON.stringify(output) };
  } catch (error) {
    return { tool_call_id: id, output: JSON.stringify({ error: messageOf(error) }) };
  }
}
