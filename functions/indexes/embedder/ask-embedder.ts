/** The model that embeds texts, by the protocols of OpenAI and of Amazon Bedrock. Nothing else calls it. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Embedder } from '#shared/embedder.ts';

/** Whether texts are rows or queries: some models embed them differently. */
export type TextKind = 'row' | 'query';

/** The model gave no vectors. */
export class EmbedderFailure extends Error {
  /** Whether the same request may succeed later. */
  readonly isTemporary: boolean;
  /** Seconds that the provider asks to wait. */
  readonly retryAfter: number | undefined;
  constructor(message: string, isTemporary: boolean, retryAfter?: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'EmbedderFailure';
    this.isTemporary = isTemporary;
    this.retryAfter = retryAfter;
  }
}

const vector = z.array(z.number());
const openAiAnswer = z.object({
  data: z.array(z.object({ index: z.int(), embedding: vector })),
});
const titanAnswer = z.object({ embedding: vector });
const cohereAnswer = z.object({
  embeddings: z.union([z.array(vector), z.object({ float: z.array(vector) })]),
});

/** Texts of one request. Titan takes one, Cohere 96. */
export function textsAtOnce({ api, model }: Embedder): number {
  if (api === 'openai') return 64;
  return model.includes('cohere') ? 96 : 1;
}

function requestOf(
  { api, endpoint, model, dimensions }: Embedder,
  texts: string[],
  kind: TextKind,
) {
  const base = endpoint.replace(/\/$/, '');
  if (api === 'openai') {
    return {
      url: `${base}/embeddings`,
      body: { model, input: texts, dimensions, encoding_format: 'float' },
    };
  }
  const url = `${base}/model/${encodeURIComponent(model)}/invoke`;
  if (!model.includes('cohere')) {
    return { url, body: { inputText: texts[0], dimensions, normalize: true } };
  }
  const input_type = kind === 'row' ? 'search_document' : 'search_query';
  return { url, body: { texts, input_type, truncate: 'END' } };
}

function vectorsIn({ api, model }: Embedder, answer: unknown): number[][] {
  if (api === 'openai') {
    const { data } = openAiAnswer.parse(answer);
    return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
  }
  if (!model.includes('cohere')) return [titanAnswer.parse(answer).embedding];
  const { embeddings } = cohereAnswer.parse(answer);
  return Array.isArray(embeddings) ? embeddings : embeddings.float;
}

/**
 * Asks once for the vectors of at most `textsAtOnce` texts.
 * @throws EmbedderFailure
 */
export async function askEmbedder(
  embedder: Embedder,
  apiKey: string,
  texts: string[],
  kind: TextKind,
  timeoutMs: number,
): Promise<number[][]> {
  const { url, body } = requestOf(embedder, texts, kind);
  let answer: unknown;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = response;
    if (!response.ok) {
      const after = Number(response.headers.get('retry-after') ?? Number.NaN);
      const isTemporary = status === 408 || status === 429 || status >= 500;
      throw new EmbedderFailure(
        `The embedder answered ${status}.`,
        isTemporary,
        Number.isFinite(after) ? after : undefined,
      );
    }
    answer = await response.json();
  } catch (error) {
    if (error instanceof EmbedderFailure) throw error;
    throw new EmbedderFailure('The embedder does not answer.', true, undefined, error);
  }
  const vectors = parsed(embedder, answer);
  const { dimensions } = embedder;
  if (vectors.length === texts.length && vectors.every(({ length }) => length === dimensions)) {
    return vectors;
  }
  throw new EmbedderFailure(
    `The embedder gave ${vectors.length} vectors for ${texts.length} texts, of ${vectors[0]?.length} numbers instead of ${dimensions}.`,
    false,
  );
}

function parsed(embedder: Embedder, answer: unknown): number[][] {
  try {
    return vectorsIn(embedder, answer);
  } catch (error) {
    throw new EmbedderFailure('The embedder answered in another form.', false, undefined, error);
  }
}

/** The longest that a provider is waited for. */
const longestWaitSeconds = 30;

/**
 * Repeats a request that failed for a time, as long after it as the provider says, else after longer and longer pauses.
 * @throws EmbedderFailure the last one
 */
export async function withRetries<T>(
  ask: () => Promise<T>,
  tries: number,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EmbedderFailure) || !error.isTemporary || tried === tries) throw error;
      const pause = error.retryAfter ?? 2 ** tried * (0.25 + Math.random() / 4);
      await wait(1000 * Math.min(longestWaitSeconds, pause));
    }
  }
}
