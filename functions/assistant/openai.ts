/** The model behind the assistant, by OpenAI's Responses API. Nothing else calls it, and it keeps nothing. */
import OpenAI from 'openai';
import { optionalSetting, setting } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import { readOpenAiSecret } from '#core/storage/secrets.ts';
import type { FunctionTool } from '#shared/assistant-tools.ts';
import type { RunFailure } from '#shared/run-failures.ts';

export type ModelInput = OpenAI.Responses.ResponseInputItem;

export interface ModelRequest {
  instructions: string;
  /** The conversation. */
  input: ModelInput[];
  /** None: the model must answer. */
  tools: FunctionTool[];
  maxOutputTokens: number;
  timeoutMs: number;
  /** Repetitions of a request that was refused or failed before the answer began. */
  retries: number;
}

export interface ModelReply {
  text: string;
  calls: { call_id: string; name: string; arguments: string }[];
  inputTokens: number;
  outputTokens: number;
}

/** The model gave no whole reply. */
export class ModelFailure extends Error {
  readonly code: RunFailure;
  constructor(code: RunFailure, cause?: unknown) {
    super(`The model gave no whole reply: ${code}`, { cause });
    this.name = 'ModelFailure';
    this.code = code;
  }
}

let opened: { apiKey: string; client: OpenAI } | undefined;

async function client(): Promise<OpenAI> {
  const { apiKey } = await readOpenAiSecret();
  if (!apiKey) throw new ModelFailure('not_set_up');
  if (opened?.apiKey !== apiKey) {
    opened = {
      apiKey,
      client: new OpenAI({ apiKey, baseURL: optionalSetting('OPENAI_ENDPOINT') }),
    };
  }
  return opened.client;
}

/**
 * Asks the model for its next reply: an answer, or calls of tools. Throws `ModelFailure`.
 * @param onText gets the answer as far as it is there, again and again
 * @param signal stops the request; the promise then rejects with `ModelFailure`
 */
export async function askModel(
  request: ModelRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { instructions, input, tools, maxOutputTokens, timeoutMs, retries } = request;
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const openai = await client();
  try {
    const stream = await openai.responses.create(
      {
        model: setting('ASSISTANT_MODEL'),
        instructions,
        input,
        tools,
        parallel_tool_calls: false,
        max_output_tokens: maxOutputTokens,
        store: false,
        stream: true,
      },
      { signal: ended, maxRetries: retries, timeout: timeoutMs },
    );
    return await replyOf(stream, onText);
  } catch (error) {
    throw error instanceof ModelFailure ? error : failureOf(error);
  }
}

async function replyOf(
  stream: AsyncIterable<OpenAI.Responses.ResponseStreamEvent>,
  onText: (text: string) => void,
): Promise<ModelReply> {
  let text = '';
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') {
      text += event.delta;
      onText(text);
    }
    if (event.type === 'response.completed') {
      const { output, usage } = event.response;
      const calls = output.filter((item) => item.type === 'function_call');
      return {
        text,
        calls: calls.map(({ call_id, name, arguments: given }) => ({
          call_id,
          name,
          arguments: given,
        })),
        inputTokens: usage?.input_tokens ?? 0,
        outputTokens: usage?.output_tokens ?? 0,
      };
    }
  }
  // Failed and incomplete replies end so, and so do broken connections.
  throw new ModelFailure('cut_off');
}

function failureOf(error: unknown): ModelFailure {
  if (error instanceof OpenAI.RateLimitError) return new ModelFailure('rate_limited', error);
  if (error instanceof OpenAI.BadRequestError && error.code === 'context_length_exceeded') {
    return new ModelFailure('conversation_too_long', error);
  }
  if (error instanceof OpenAI.APIError && error.status !== undefined && error.status < 500) {
    // The operator has to mend this: a key that is not valid, a model that has retired.
    logger.error('the model refuses requests', { status: error.status, code: error.code });
    return new ModelFailure('not_set_up', error);
  }
  const isProviders =
    error instanceof OpenAI.APIError && !(error instanceof OpenAI.APIUserAbortError);
  return new ModelFailure(isProviders ? 'provider_unavailable' : 'cut_off', error);
}
