/** What is asked of a model and what it answers, whatever its API. */
import type OpenAI from 'openai';
import type { AssistantModel } from '#shared/assistant-model.ts';
import type { FunctionTool } from '#shared/assistant-tools.ts';
import type { RunFailure } from '#shared/run-failures.ts';

/** A piece of a conversation, in the form of the Responses API. */
export type ModelInput = OpenAI.Responses.ResponseInputItem;

export interface ModelRequest {
  instructions: string;
  /** The conversation. */
  input: ModelInput[];
  /** None: the model must answer. */
  tools: FunctionTool[];
  /** Schema of an answer that is data. */
  schema?: { name: string; schema: Record<string, unknown> };
  maxOutputTokens: number;
  timeoutMs: number;
  /** Repetitions of a request that was refused or failed before the answer began. */
  retries: number;
}

/** What a model thought, encrypted by its provider, which wants it back with the outputs of the calls that followed from it. */
export interface Reasoning {
  id: string;
  encrypted: string;
}

export interface ModelReply {
  text: string;
  /** Whether the text broke off: at the limit of tokens, or because the connection ended. */
  isCut: boolean;
  calls: { call_id: string; name: string; arguments: string }[];
  reasoning: Reasoning[];
  inputTokens: number;
  outputTokens: number;
}

/** Asks once in the words of one API. `onText` gets the answer as far as it is there, again and again. Throws `ModelFailure`. */
export type AskOnce = (
  openai: OpenAI,
  settings: AssistantModel,
  request: ModelRequest,
  onText: (text: string) => void,
  options: OpenAI.RequestOptions,
) => Promise<ModelReply>;

/** A model that can be asked: the operator's settings, and the key of its provider. */
export interface ModelAccess {
  settings: AssistantModel;
  apiKey: string;
}

/** The model gave no reply that is of use. */
export class ModelFailure extends Error {
  readonly code: RunFailure;
  constructor(code: RunFailure, cause?: unknown) {
    super(`The model gave no reply: ${code}`, { cause });
    this.name = 'ModelFailure';
    this.code = code;
  }
}
