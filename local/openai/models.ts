import type OpenAI from 'openai';
import * as z from 'zod';
import { builtInModel } from '#infra/environments.ts';
import { defineOperation, type Operation } from '#local/aws/service.ts';
import { OpenAiFailure } from './failure.ts';
import type { Answer } from './responses.ts';

const builtIn: OpenAI.Model = {
  id: builtInModel,
  object: 'model',
  created: Date.UTC(2026, 10, 1) / 1000,
  owned_by: 'antecede',
};

/** Throws what OpenAI answers for a model that is not there. */
export function requireModel(id: string): OpenAI.Model {
  if (id === builtIn.id) return builtIn;
  throw new OpenAiFailure(
    404,
    'invalid_request_error',
    `The model \`${id}\` does not exist or you do not have access to it.`,
    { code: 'model_not_found' },
  );
}

/** `GET /models` and `GET /models/{model}`. */
export const modelOperations: Record<string, Operation> = {
  ListModels: defineOperation({
    route: 'GET /models',
    permission: 'public',
    input: z.strictObject({}),
    run: (): Answer => ({ body: { object: 'list', data: [builtIn] }, stream: false }),
  }),
  RetrieveModel: defineOperation({
    route: 'GET /models/{model}',
    permission: 'public',
    input: z.strictObject({ model: z.string() }),
    run: ({ model }): Answer => ({ body: requireModel(model), stream: false }),
  }),
};
