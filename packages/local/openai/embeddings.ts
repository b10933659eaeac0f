import { createHash } from 'node:crypto';
import * as z from 'zod';
import { defineOperation, type Operation } from '#local/aws/service.ts';
import { invalid, OpenAiFailure } from './failure.ts';
import { countTokens } from './tokens.ts';

/** Name of the local model, and the numbers of its vectors. */
export const builtInEmbedder = 'built-in-embedder';
export const embedderDimensions = 64;

const mostTexts = 2048;

const request = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1).max(mostTexts)]),
  dimensions: z.int().positive().optional(),
  encoding_format: z.literal('float').optional(),
});

/**
 * `POST /embeddings`: each word has a random direction, so texts are near that share words. It shows how a model is asked, not how
 * well one finds.
 */
export const embeddingOperations: Record<string, Operation> = {
  CreateEmbedding: defineOperation({
    route: 'POST /embeddings',
    permission: 'public',
    input: request,
    run: ({ model, input, dimensions = embedderDimensions }) => {
      if (model !== builtInEmbedder) {
        throw new OpenAiFailure(
          404,
          'invalid_request_error',
          `The model '${model}' does not exist.`,
          {
            code: 'model_not_found',
          },
        );
      }
      const texts = typeof input === 'string' ? [input] : input;
      if (texts.some((text) => text.trim() === '')) throw invalid('An input is empty.', 'input');
      const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
      return {
        object: 'list',
        model,
        data: texts.map((text, index) => ({
          object: 'embedding',
          index,
          embedding: embed(text, dimensions),
        })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },
  }),
};

function embed(text: string, dimensions: number): number[] {
  const sum = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const bytes = createHash('shake256', { outputLength: dimensions }).update(word).digest();
    for (let i = 0; i < dimensions; i++) sum[i]! += bytes[i]! - 127.5;
  }
  const length = Math.hypot(...sum);
  return sum.map((x) => x / length);
}
