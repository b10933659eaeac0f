import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { embeddingOperations } from './embeddings.ts';
import { responseOperations } from './responses.ts';
import { openOpenAiWire, type WireOptions } from './wire.ts';

export interface OpenAiOptions extends Pick<WireOptions, 'faultOf' | 'onFault'> {
  /** The clock of the local cloud, in milliseconds. */
  now(): number;
  /** The secret of the installation, from which the API key is made. */
  secret: string;
}

/** OpenAI's Responses and Embeddings APIs on this machine, with the built-in assistant behind it: see docs/assistant.md. */
export interface LocalOpenAi {
  /** The only key that is accepted. */
  readonly apiKey: string;
  /** Path to add to the origin for the SDK's `baseURL`. */
  readonly basePath: string;
  /** Whether a path is OpenAI's. */
  owns(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
}

/** It stores nothing, because each request holds the whole thread. */
export function openOpenAi({ now, secret, faultOf, onFault }: OpenAiOptions): LocalOpenAi {
  const basePath = '/_local/openai/v1';
  const derived = createHmac('sha256', secret).update('openai key').digest('hex');
  const apiKey = `sk-local-${derived.slice(0, 40)}`;
  const operations = { ...responseOperations(now), ...embeddingOperations };
  return {
    apiKey,
    basePath,
    owns: (path) => path.startsWith(`${basePath}/`),
    handle: openOpenAiWire({ operations, basePath, apiKey, faultOf, onFault }),
  };
}
