/** The models that judge claim charts, by OpenAI's SDK. Any service that speaks its Responses or its Chat Completions will do. */
import OpenAI from 'openai';
import { logger } from '#core/runtime/log.ts';
import type { JudgeSettings, TokenUse } from '#shared/report/judge-settings.ts';
import { JudgeFailure } from './judge-failure.ts';

export interface JudgeRequest {
  model: string;
  /** What to do. It is the same for every request. */
  instructions: string;
  /** Claims and passages of patents: material, not instructions. */
  input: string;
  /** JSON schema of the answer. */
  schema: Record<string, unknown>;
  maxOutputTokens: number;
}

export interface JudgeReply {
  /** JSON by the schema, if the model kept to it. */
  text: string;
  /** Undefined if the endpoint does not tell. */
  used: TokenUse | undefined;
}

/** Asks a model once. Throws `JudgeFailure`. */
export type AskJudge = (request: JudgeRequest, signal: AbortSignal) => Promise<JudgeReply>;

/** Milliseconds after which a request is given up. */
const requestMs = 60_000;
/** Repetitions of a request that failed or was refused for now, with pauses that grow, or as long as the service says. */
const repetitions = 3;

export function openJudge(
  { endpoint, api }: Pick<JudgeSettings, 'endpoint' | 'api'>,
  apiKey: string,
): AskJudge {
  const client = new OpenAI({
    apiKey,
    baseURL: endpoint,
    timeout: requestMs,
    maxRetries: repetitions,
  });
  const ask = api === 'chat' ? askChat : askResponses;
  return async (request, signal) => {
    try {
      return await ask(client, request, signal);
    } catch (error) {
      throw failureOf(error);
    }
  };
}

const name = 'judgements';

async function askResponses(
  client: OpenAI,
  { model, instructions, input, schema, maxOutputTokens }: JudgeRequest,
  signal: AbortSignal,
): Promise<JudgeReply> {
  const { output_text, usage } = await client.responses.create(
    {
      model,
      instructions,
      input,
      max_output_tokens: maxOutputTokens,
      store: false,
      text: { format: { type: 'json_schema', name, schema, strict: true } },
    },
    { signal },
  );
  return {
    text: output_text,
    used: usage && { input: usage.input_tokens, output: usage.output_tokens },
  };
}

async function askChat(
  client: OpenAI,
  { model, instructions, input, schema, maxOutputTokens }: JudgeRequest,
  signal: AbortSignal,
): Promise<JudgeReply> {
  const { choices, usage } = await client.chat.completions.create(
    {
      model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: input },
      ],
      max_completion_tokens: maxOutputTokens,
      response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } },
    },
    { signal },
  );
  return {
    text: choices[0]?.message.content ?? '',
    used: usage && { input: usage.prompt_tokens, output: usage.completion_tokens },
  };
}

function failureOf(error: unknown): JudgeFailure {
  const { status, code } = error instanceof OpenAI.APIError ? error : {};
  const isAway = status === undefined || status >= 500 || [408, 409, 429].includes(status);
  // Neither the request nor the key: only what the service or the connection said.
  const cause = error instanceof Error ? error.name : undefined;
  logger.warn('the model gave no judgement', { status, code, cause });
  return new JudgeFailure(isAway ? 'away' : 'refused', status !== undefined, error);
}
