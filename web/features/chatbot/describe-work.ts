import type { ChatRun } from '#shared/contract/chat.ts';
import type { RunPhase } from './run-phase.ts';

const textMaxLength = 80;

/** What Dexi is doing, in words; undefined if nothing. */
export function describeWork(phase: RunPhase, run: ChatRun | undefined): string | undefined {
  switch (phase) {
    case 'sending':
      return 'Sending…';
    case 'queued':
    case 'working':
      return 'Dexi is thinking…';
    case 'tools':
      return describeCalls(run);
    case 'answering':
      return 'Dexi is writing…';
    default:
      return undefined;
  }
}

function describeCalls(run: ChatRun | undefined): string {
  const [call] = run?.required_action?.submit_tool_outputs.tool_calls ?? [];
  const { query, ucid, candidates } = parsed(call?.function.arguments);
  switch (call?.function.name) {
    case 'get_full_patent_text':
      return typeof ucid === 'string' ? `Reading ${shortened(ucid)}…` : 'Reading a patent…';
    case 'rerank_patents_for_invalidation':
      return Array.isArray(candidates) && candidates.length > 1
        ? `Comparing the claim with ${candidates.length} patents…`
        : 'Comparing the claim with a patent…';
    default:
      return typeof query === 'string'
        ? `Searching for “${shortened(query)}”…`
        : 'Searching the patents…';
  }
}

/** The model writes the arguments, so they can be anything. */
function parsed(json: string | undefined): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(json ?? '{}'));
  } catch {
    return {};
  }
}

const shortened = (text: string) =>
  text.length > textMaxLength ? `${text.slice(0, textMaxLength).toWellFormed()}…` : text;
