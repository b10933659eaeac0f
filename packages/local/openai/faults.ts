import { setTimeout as sleep } from 'node:timers/promises';
import type OpenAI from 'openai';
import { noSearchFilters } from '#shared/assistant-tools.ts';
import { OpenAiFailure } from './failure.ts';
import { outputItem } from './response-events.ts';

type Response = OpenAI.Responses.Response;

const slowMs = 2000;

/**
 * Failures of a provider, which a test orders at `POST /_local/faults` with the operation
 * `openai:CreateResponse` and one of these codes:
 * - `slow`: answers two seconds late,
 * - `silent`: never answers,
 * - `rate_limit_exceeded`: 429 with `retry-after`,
 * - `server_error`: 500,
 * - `cut`: the stream ends in the middle of the answer,
 * - `malformed_arguments`: the arguments of a function call are not JSON,
 * - `side_by_side`: calls two tools at once where it would call one,
 * - `loop`: calls a tool once more instead of answering,
 * - `invented_quote`: the answer quotes what its document does not say.
 */
export type FaultCode =
  | 'slow'
  | 'silent'
  | 'rate_limit_exceeded'
  | 'server_error'
  | 'cut'
  | 'malformed_arguments'
  | 'side_by_side'
  | 'loop'
  | 'invented_quote';

/** Fails or waits before the answer, as ordered. Throws an `OpenAiFailure`. */
export async function failBefore(fault: string | undefined, gone: AbortSignal): Promise<void> {
  switch (fault as FaultCode | undefined) {
    case 'slow':
      await sleep(slowMs, undefined, { signal: gone });
      return;
    case 'silent':
      await new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }));
      return;
    case 'rate_limit_exceeded':
      throw new OpenAiFailure(429, 'rate_limit_error', 'Rate limit reached for this model.', {
        code: 'rate_limit_exceeded',
        headers: { 'retry-after': '1' },
      });
    case 'server_error':
      throw new OpenAiFailure(
        500,
        'server_error',
        'The server had an error while processing your request.',
      );
    default:
  }
}

/** The response that a model with this fault would give. */
export function distort(response: Response, fault: string | undefined): Response {
  const item = response.output.at(-1);
  if (fault === 'malformed_arguments' && item?.type === 'function_call') {
    return { ...response, output: [{ ...item, arguments: item.arguments.slice(0, -2) }] };
  }
  if (fault === 'side_by_side' && item?.type === 'function_call') {
    const second = { query: 'something else', filters: noSearchFilters, limit: 1 };
    const call = outputItem({ kind: 'call', name: 'antecede_API', arguments: second });
    return { ...response, output: [...response.output, call] };
  }
  if (fault === 'loop') {
    const call = { query: 'the same once more', filters: noSearchFilters, limit: 1 };
    return {
      ...response,
      output: [outputItem({ kind: 'call', name: 'antecede_API', arguments: call })],
      output_text: '',
    };
  }
  if (fault === 'invented_quote' && item?.type === 'message') {
    const text = response.output_text.replace(
      /^(\[\d+\] \S+ — ").*(" \()/gm,
      '$1words that no document here has ever said$2',
    );
    return { ...response, output: [outputItem({ kind: 'answer', text })], output_text: text };
  }
  return response;
}
