import { builtInModel } from '#infra/environments.ts';
import { OpenAiFailure } from './failure.ts';

/** Throws what OpenAI answers for a model that is not there. */
export function requireModel(id: string): void {
  if (id === builtInModel) return;
  throw new OpenAiFailure(
    404,
    'invalid_request_error',
    `The model \`${id}\` does not exist or you do not have access to it.`,
    { code: 'model_not_found' },
  );
}
