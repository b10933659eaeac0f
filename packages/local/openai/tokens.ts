import type OpenAI from 'openai';

const bytesPerToken = 4;

/**
 * Tokens of a text by OpenAI's rule of thumb for English: four bytes each, rounded up. The stand-in has no
 * vocabulary, so this is its unit, not what a model of OpenAI would count.
 */
export const countTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/** The start of a text, up to a number of tokens. */
export const cutToTokens = (text: string, tokens: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, tokens * bytesPerToken), {
    stream: true,
  });

/** Usage of a response: tokens of the input (instructions, items, tools as JSON) and of the output. */
export function usageOf(sent: readonly unknown[], output: string): OpenAI.Responses.ResponseUsage {
  const textOf = (part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part));
  const input_tokens = sent.reduce<number>((sum, part) => sum + countTokens(textOf(part)), 0);
  const output_tokens = countTokens(output);
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}
