import * as z from 'zod';
import { modelApi, modelEndpoint } from './model-endpoint.ts';

/** How much a model thinks before it answers. Not every model knows every word. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Of an operator: the model behind the assistant. Its key is in the secret. */
export const assistantModelSchema = z.strictObject({
  model: z.string().min(1).max(100),
  endpoint: modelEndpoint.optional(),
  api: modelApi.default('responses'),
  /** Absent for models that do not reason: those refuse the parameter. */
  effort: z.enum(efforts).optional(),
  /**
   * Most tokens of one reply, thought included: a model that reasons uses several thousand before its first word. An answer that
   * is cut off there is continued.
   */
  maxOutputTokens: z.int().min(500).max(128_000).default(16_000),
  /**
   * Model that is asked whether each quote supports its statement. Absent: `model`. `none`: nobody is asked.
   */
  supportModel: z.string().min(1).max(100).optional(),
});

export type AssistantModel = z.output<typeof assistantModelSchema>;

/** What came of asking the models of new settings, as `try-model` answers. */
export type TriedModel =
  | { answers: string[] }
  /** The secret holds no key yet. */
  | { isUnset: true }
  /** The key goes to the endpoint that is deployed and to no other: who may invoke this must not learn it. */
  | { isOtherEndpoint: true }
  | {
      model: string;
      /** Whether the provider answers and refuses: the key, the model, or a parameter. */
      isRefused: boolean;
      text: string;
    };
