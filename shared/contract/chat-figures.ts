import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

const count = z.int().nonnegative().default(0);
const day = z.iso.date();

/** How the assistant did on a day. */
export const assistantFigures = z
  .object({
    day,
    answers: count,
    failures: count.meta({ description: 'Questions without an answer because of a failure' }),
    quotes: count,
    verified_quotes: count,
    statements: count.meta({ description: 'Statements with quotes that a model has judged' }),
    supported_statements: count,
    helped: count.meta({ description: 'Answers that somebody said have helped' }),
    not_helped: count,
  })
  .meta({ id: 'AssistantFigures' });
export type AssistantFigures = z.output<typeof assistantFigures>;

/** Figures of the assistant, for staff. */
export const chatFigures = {
  'get-assistant-figures': {
    method: 'GET',
    path: '/api/admin/assistant',
    access: 'staff',
    tag: 'Administration',
    summary: 'How the assistant did, by day: answers, quotes, statements and opinions.',
    query: z.object({ from: day.optional(), to: day.optional() }),
    output: z.object({
      days: z.array(assistantFigures).meta({ description: 'Those with a question, latest first' }),
    }),
  },
} as const satisfies Record<string, Endpoint>;
