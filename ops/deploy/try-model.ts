import { ModelFailure } from '#functions/assistant/model.ts';
import { askModel } from '#functions/assistant/openai.ts';
import type { AssistantModel } from '#shared/assistant-model.ts';
import { functionTools } from '#shared/assistant-tools.ts';

/** What came of a call of the assistant's model: undefined if it answers. */
export interface ModelProblem {
  /** Whether the provider answers and refuses: the key, the model, or a parameter. */
  isRefused: boolean;
  text: string;
}

export type TryModel = (
  settings: AssistantModel,
  apiKey: string,
) => Promise<ModelProblem | undefined>;

const tryMs = 60_000;

/** Asks the model as the assistant will: with its tools, effort and limit. Costs a few thousand tokens. */
export const tryModel: TryModel = async (settings, apiKey) => {
  try {
    await askModel(
      { settings, apiKey },
      {
        instructions: 'Answer with one word. Call no tool.',
        input: [{ type: 'message', role: 'user', content: 'Are you there?' }],
        tools: functionTools(),
        maxOutputTokens: settings.maxOutputTokens,
        timeoutMs: tryMs,
        retries: 1,
      },
      () => undefined,
      new AbortController().signal,
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { isRefused: error.code === 'not_set_up', text: wordsOf(error) };
  }
};

/** Only what the provider calls it: a message may repeat a part of the key. */
function wordsOf({ code, cause }: ModelFailure): string {
  const { status, code: named, param } = Object(cause) as Partial<Record<string, unknown>>;
  return [code, status, named, param && `parameter ${param}`].filter(Boolean).join(', ');
}
