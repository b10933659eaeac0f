/** The model behind the assistant, by OpenAI's SDK. Nothing else calls it, and it keeps nothing. */
import OpenAI from 'openai';
import { setting } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import { readOpenAiSecret } from '#core/storage/secrets.ts';
import { assistantModelSchema } from '#shared/assistant-model.ts';
import { askChat } from './ask-chat.ts';
import { askResponses } from './ask-responses.ts';
import { type ModelAccess, ModelFailure, type ModelReply, type ModelRequest } from './model.ts';

/** The model of this environment. Throws `ModelFailure` while it has no key. */
export async function modelAccess(): Promise<ModelAccess> {
  const { apiKey } = await readOpenAiSecret();
  if (!apiKey) throw new ModelFailure('not_set_up');
  return { apiKey, settings: assistantModelSchema.parse(JSON.parse(setting('ASSISTANT_MODEL'))) };
}

/**
 * Asks the model for its next reply: an answer, or calls of tools. An answer that breaks off is a reply that is cut; without
 * a word of it, it is a failure. Throws `ModelFailure`.
 * @param onText gets the answer as far as it is there, again and again
 * @param signal stops the request; the promise then rejects with `ModelFailure`
 */
export async function askModel(
  { settings, apiKey }: ModelAccess,
  request: ModelRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<ModelReply> {
  const { timeoutMs, retries } = request;
  const openai = new OpenAI({ apiKey, baseURL: settings.endpoint });
  const ask = settings.api === 'chat' ? askChat : askResponses;
  let text = '';
  try {
    const reply = await ask(
      openai,
      settings,
      request,
      (grown) => {
        text = grown;
        onText(text);
      },
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        maxRetries: retries,
        timeout: timeoutMs,
      },
    );
    if (reply.text.trim() === '' && reply.calls.length === 0) throw new ModelFailure('cut_off');
    return reply;
  } catch (error) {
    if (text.trim() !== '' && !signal.aborted) return cutReply(request, text);
    throw error instanceof ModelFailure ? error : failureOf(error);
  }
}

/** Characters of a token, by OpenAI's rule of thumb. */
const charactersPerToken = 4;

/** What came of an answer whose connection ended. Nobody says how many tokens it used, so they are estimated. */
function cutReply({ instructions, input, tools }: ModelRequest, text: string): ModelReply {
  const sent = JSON.stringify([instructions, input, tools]).length;
  return {
    text,
    isCut: true,
    calls: [],
    reasoning: [],
    inputTokens: Math.ceil(sent / charactersPerToken),
    outputTokens: Math.ceil(text.length / charactersPerToken),
  };
}

/** How providers say that a conversation is too long. */
const tooLong = /context.?(?:length|window)|maximum.{0,40}tokens|(?:prompt|input) is too long/i;

function failureOf(error: unknown): ModelFailure {
  if (error instanceof OpenAI.RateLimitError) return new ModelFailure('rate_limited', error);
  if (
    error instanceof OpenAI.BadRequestError &&
    (error.code === 'context_length_exceeded' || tooLong.test(error.message))
  ) {
    return new ModelFailure('conversation_too_long', error);
  }
  if (error instanceof OpenAI.APIError && error.status !== undefined && error.status < 500) {
    // The operator has to mend this: a key that is not valid, a model that has retired, a parameter that it does not know.
    const { status, code, param } = error;
    logger.error('the model refuses requests', { status, code, param });
    return new ModelFailure('not_set_up', error);
  }
  const isProviders =
    error instanceof OpenAI.APIError && !(error instanceof OpenAI.APIUserAbortError);
  return new ModelFailure(isProviders ? 'provider_unavailable' : 'cut_off', error);
}
