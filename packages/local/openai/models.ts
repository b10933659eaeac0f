import { builtInModel } from '#infra/environments.ts';
import { OpenAiFailure } from './failure.ts';

/** Throws OpenAI's error for an unknown model. */
export function requireModel(id: string): void {
  if (id === builtInModel) return;
  throw new OpenAiFailure(
    404,
    'invalid_request_error',
    `The model \`${id}\` does not exist or you do not have access to it.`,
    { code: 'model_not_found' },
  );
}
