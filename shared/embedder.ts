import * as z from 'zod';
import { limits } from './limits.ts';
import { modelEndpoint } from './model-endpoint.ts';
import { utf8Bytes } from './utf8-bytes.ts';

/**
 * Of an operator: the model that turns texts of rows and of queries into vectors. `openai`: any endpoint with `/embeddings`.
 * `bedrock`: Amazon Bedrock, `https://bedrock-runtime.REGION.amazonaws.com`, with a model of Titan or Cohere. Its key is in the secret.
 */
export const embedderSchema = z.strictObject({
  api: z.enum(['openai', 'bedrock']).default('openai'),
  endpoint: modelEndpoint,
  model: z.string().min(1).max(200),
  /** Numbers of a vector, which the model must give. */
  dimensions: z.int().min(limits.vectorMinDimensions).max(limits.vectorMaxDimensions),
  /** What the provider charges, for the price that is told before a build. */
  usdPerMillionTokens: z.number().nonnegative(),
});

export type Embedder = z.output<typeof embedderSchema>;

/** Characters of a row's text that are embedded: its title and the beginning of its text. */
export const embeddedCharacters = 8000;

/** Bytes of a token, by the providers' rule of thumb. */
const bytesPerToken = 4;

/** Tokens of a text, estimated. */
export const tokensOf = (text: string): number =>
  Math.ceil(utf8Bytes(text.slice(0, embeddedCharacters)) / bytesPerToken);
