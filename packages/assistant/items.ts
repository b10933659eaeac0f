import * as z from 'zod';

const text = z.string().max(10_000_000);

/** A message by the person, the application or the model. */
const message = z.strictObject({
  type: z.literal('message').default('message'),
  id: z.string().optional(),
  status: z.enum(['in_progress', 'completed', 'incomplete']).optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([
    text,
    z.array(
      z.strictObject({
        type: z.enum(['input_text', 'output_text']),
        text,
        annotations: z.array(z.unknown()).optional(),
        logprobs: z.array(z.unknown()).optional(),
      }),
    ),
  ]),
});

const functionCall = z.strictObject({
  type: z.literal('function_call'),
  id: z.string().optional(),
  status: z.enum(['in_progress', 'completed', 'incomplete']).optional(),
  call_id: z.string().min(1).max(64),
  name: z.string().min(1).max(64),
  arguments: text,
});

const functionCallOutput = z.strictObject({
  type: z.literal('function_call_output'),
  id: z.string().optional(),
  status: z.enum(['in_progress', 'completed', 'incomplete']).optional(),
  call_id: z.string().min(1).max(64),
  output: text,
});

/** An item of a thread, as the Responses API takes it. */
export const item = z.union([functionCall, functionCallOutput, message]);
export type Item = z.output<typeof item>;

/** The words of a message. */
export const textOf = ({ content }: z.output<typeof message>): string =>
  typeof content === 'string' ? content : content.map((part) => part.text).join('');
