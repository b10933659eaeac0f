import { defaultModel } from '#infra/settings.ts';
import { StartError } from '#local/host/start-error.ts';
import { type AssistantModel, assistantModelSchema } from '#shared/assistant-model.ts';

/** The assistant's model by `ASSISTANT_MODEL`: its name, or its settings as JSON. */
export function assistantModelOf(given: string | undefined): AssistantModel {
  if (!given?.startsWith('{')) {
    return assistantModelSchema.parse(
      given ? { model: given } : { model: defaultModel, effort: 'low' },
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(given);
  } catch {
    throw new StartError('ASSISTANT_MODEL is not valid JSON.');
  }
  const { data, error } = assistantModelSchema.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw new StartError(`ASSISTANT_MODEL: ${issue!.path.join('.')} ${issue!.message}`);
}
