import * as z from 'zod';
import {
  type AssistantModel,
  assistantModelSchema,
  type TriedModel,
} from '#shared/assistant-model.ts';
import { functionTools } from '#shared/assistant-tools.ts';
import { ModelFailure } from '../model.ts';
import { askModel, modelAccess } from '../openai.ts';

/** What an operator is about to deploy. */
const trial = z.object({ settings: assistantModelSchema });

const tryMs = 60_000;

/** Asks the models of new settings as the assistant will: with its tools, effort and limit. Costs a few thousand tokens. */
export async function handler(event: z.input<typeof trial>): Promise<TriedModel> {
  const { settings } = trial.parse(event);
  const access = await modelAccess().catch((error) => {
    if (error instanceof ModelFailure) return undefined;
    throw error;
  });
  if (!access) return { isUnset: true };
  if (settings.endpoint !== access.settings.endpoint) return { isOtherEndpoint: true };
  const { model, supportModel = model } = settings;
  const models = [...new Set([model, supportModel])].filter((one) => one !== 'none');
  for (const one of models) {
    const problem = await problemOf({ ...settings, model: one }, access.apiKey);
    if (problem) return { model: one, ...problem };
  }
  return { answers: models };
}

async function problemOf(settings: AssistantModel, apiKey: string) {
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
}

/** Only what the provider calls it: a message may repeat a part of the key. */
function wordsOf({ code, cause }: ModelFailure): string {
  const { status, code: named, param } = Object(cause) as Partial<Record<string, unknown>>;
  return [code, status, named, param && `parameter ${param}`].filter(Boolean).join(', ');
}
