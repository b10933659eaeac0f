import { randomBytes } from 'node:crypto';
import type OpenAI from 'openai';
import * as z from 'zod';
import { nextStep, type Step } from '#assistant/assistant.ts';
import { type Item, item } from '#assistant/items.ts';
import { builtInModel } from '#infra/environments.ts';
import { defineOperation, type Operation } from '#local/aws/service.ts';
import { invalid, OpenAiFailure } from './failure.ts';
import { requirePairs } from './require-pairs.ts';
import { outputItem } from './response-events.ts';
import { countTokens, cutToTokens, usageOf } from './tokens.ts';

const tool = z.strictObject({
  type: z.literal('function'),
  name: z.string().min(1).max(64),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.literal(true),
});

/** The members of a request that the stand-in reads. It stores nothing, so `store` must be off. */
export const request = z.strictObject({
  model: z.string().min(1),
  instructions: z.string().optional(),
  input: z.array(item).min(1),
  tools: z.array(tool).default([]),
  max_output_tokens: z.int().min(16).optional(),
  parallel_tool_calls: z.literal(false),
  store: z.literal(false),
  stream: z.literal(true),
});
export type ResponseRequest = z.output<typeof request>;

/**
 * `POST /responses`: one step of the assistant, which is a function call or the answer.
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
  };
}

function respond(input: ResponseRequest, now: number): OpenAI.Responses.Response {
  requireModel(input.model);
  requirePairs(input.input);
  if (!input.input.some(isFromPerson)) throw invalid('The input holds no message.', 'input');
  const whole = nextStep(input.input, {
    tools: input.tools.map(({ name }) => name),
    today: new Date(now).toISOString().slice(0, 10),
  });
  const { step, isCut } = withinLimit(whole, input.max_output_tokens);
  const output = outputItem(step);
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
    output: [output],
    output_text: step.kind === 'call' ? '' : step.text,
    parallel_tool_calls: false,
    temperature: null,
    tool_choice: 'auto',
    tools: input.tools.map(asTool),
    top_p: null,
    usage: usageOf([input.instructions ?? '', ...input.input, ...input.tools], said),
  };
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
