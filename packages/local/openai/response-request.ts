import * as z from 'zod';
import { item } from '#assistant/items.ts';

const tool = z.strictObject({
  type: z.literal('function'),
  name: z.string().min(1).max(64),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.literal(true),
});

/** What a model thought. Only what the stand-in has made itself is taken back, as at OpenAI. */
const reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.tuple([]),
  encrypted_content: z.string(),
});

/** An answer that is data by a schema. */
const format = z.strictObject({
  type: z.literal('json_schema'),
  name: z.string(),
  strict: z.literal(true),
  schema: z.record(z.string(), z.unknown()),
});

/** The members of a request that the stand-in reads. It stores nothing, so `store` must be off. */
export const request = z.strictObject({
  model: z.string().min(1),
  instructions: z.string().optional(),
  input: z.array(z.union([reasoning, item])).min(1),
  tools: z.array(tool).default([]),
  max_output_tokens: z.int().min(16).optional(),
  parallel_tool_calls: z.literal(true),
  reasoning: z.strictObject({ effort: z.string() }).optional(),
  include: z.tuple([z.literal('reasoning.encrypted_content')]).optional(),
  text: z.strictObject({ format }).optional(),
  store: z.literal(false),
  stream: z.literal(true),
});
export type ResponseRequest = z.output<typeof request>;
