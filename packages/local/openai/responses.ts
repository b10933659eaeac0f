import { randomBytes } from 'node:crypto';
import type OpenAI from 'openai';
import { nextStep, type Step } from '#assistant/assistant.ts';
import { type Item, textOf } from '#assistant/items.ts';
import { builtInModel } from '#infra/environments.ts';
import { defineOperation, type Operation } from '#local/aws/service.ts';
import { asResponseRequest, chatRequest } from './chat-request.ts';
import { invalid, OpenAiFailure } from './failure.ts';
import { requirePairs } from './require-pairs.ts';
import { outputItem } from './response-events.ts';
import { type ResponseRequest, request } from './response-request.ts';
import { supportJson } from './support-json.ts';
import { requireOwnThoughts, thoughtItem } from './thoughts.ts';
import { countTokens, cutToTokens, usageOf } from './tokens.ts';

/**
 * `POST /responses`: one step of the assistant, which is a function call or the answer. `POST /chat/completions`: the same, for
 * callers that have nothing else.
 *
 * @param now milliseconds; dates such as "the last ten years" count from it
 */
export function responseOperations(now: () => number): Record<string, Operation> {
  return {
    CreateResponse: defineOperation({
      route: 'POST /responses',
      permission: 'public',
      input: request,
      run: (input) => respond(input, now()),
    }),
    CreateChatCompletion: defineOperation({
      route: 'POST /chat/completions',
      permission: 'public',
      input: chatRequest,
      run: (input) => respond(asResponseRequest(input), now()),
    }),
  };
}

function respond(input: ResponseRequest, now: number): OpenAI.Responses.Response {
  requireModel(input.model);
  requireOwnThoughts(input.input);
  const items = input.input.filter((one) => one.type !== 'reasoning');
  requirePairs(items);
  if (!items.some(isFromPerson)) throw invalid('The input holds no message.', 'input');
  const whole = input.text
    ? { kind: 'answer' as const, text: supportJson(items) }
    : stepAfter(items, input.tools, new Date(now).toISOString().slice(0, 10));
  const { step, isCut } = withinLimit(whole, input.max_output_tokens);
  const thought = input.reasoning && input.include ? [thoughtItem()] : [];
  const seconds = Math.floor(now / 1000);
  const said = step.kind === 'call' ? step.name + JSON.stringify(step.arguments) : step.text;
  return {
    id: `resp_${randomBytes(16).toString('hex')}`,
    object: 'response',
    created_at: seconds,
    completed_at: seconds,
    status: isCut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    max_output_tokens: input.max_output_tokens ?? null,
    access_programs: null,
    instructions: input.instructions ?? null,
    metadata: {},
    model: input.model,
    output: [...thought, outputItem(step)],
    output_text: step.kind === 'call' ? '' : step.text,
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: input.tools.map(asTool),
    top_p: null,
    usage: usageOf([input.instructions ?? '', ...input.input, ...input.tools], said),
  };
}

/** The next step, or the rest of an answer that was cut off: it stands at the end, before a note. */
function stepAfter(items: Item[], tools: ResponseRequest['tools'], today: string): Step {
  const options = { tools: tools.map(({ name }) => name), today };
  const [begun, note] = items.slice(-2);
  if (note?.type !== 'message' || note.role !== 'developer' || begun?.type !== 'message') {
    return nextStep(items, options);
  }
  const step = nextStep(items.slice(0, -2), options);
  const said = textOf(begun);
  return step.kind === 'answer' && step.text.startsWith(said)
    ? { ...step, text: step.text.slice(said.length) }
    : step;
}

/** Cuts an answer that exceeds its tokens. Calls are short. */
function withinLimit(step: Step, maxTokens = Infinity): { step: Step; isCut: boolean } {
  if (step.kind === 'call' || countTokens(step.text) <= maxTokens) return { step, isCut: false };
  return { step: { ...step, text: cutToTokens(step.text, maxTokens) }, isCut: true };
}

const isFromPerson = (one: Item) => one.type === 'message' && one.role === 'user';

const asTool = ({
  name,
  description,
  parameters,
}: ResponseRequest['tools'][number]): OpenAI.Responses.FunctionTool => ({
  type: 'function',
  name,
  description: description ?? null,
  parameters,
  strict: true,
});

/** Throws OpenAI's error for an unknown model. */
function requireModel(id: string): void {
  if (id === builtInModel) return;
  throw new OpenAiFailure(
    404,
    'invalid_request_error',
    `The model \`${id}\` does not exist or you do not have access to it.`,
    { code: 'model_not_found' },
  );
}
