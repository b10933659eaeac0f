import * as z from 'zod';
import { rateExpression } from './expression.ts';

const target = z.strictObject({
  Arn: z.string().regex(/^arn:aws[\w-]*:lambda:[\w-]+:\d+:function:[\w:$-]+$/, {
    error: 'Provided Arn is not that of a function: other targets are not emulated',
  }),
  RoleArn: z.string().regex(/^arn:aws[\w-]*:iam::\d+:role\/.+$/, {
    error: 'Provided RoleArn is not that of a role',
  }),
  /** JSON for the function; may name `<aws.scheduler.scheduled-time>` and the like. */
  Input: z.string().refine(isJson, { error: 'must be JSON for a function' }).optional(),
  RetryPolicy: z
    .strictObject({
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
      MaximumRetryAttempts: z.int().min(0).max(185).optional(),
    })
    .optional(),
});

/** A schedule in the API and in a template. */
export const definition = z.strictObject({
  ScheduleExpression: z
    .string()
    .regex(rateExpression, { error: 'is not a rate(…): others are not emulated' }),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Target: target,
});

export type Definition = z.output<typeof definition>;

/** One schedule, as stored. */
export interface Schedule {
  arn: string;
  name: string;
  definition: Definition;
  /** The definition in the template. A changed schedule is reset only when the template changes. */
  template: Definition;
  createdAt: number;
  modifiedAt: number;
  /** When it fires next; absent if it is disabled. */
  dueAt?: number;
  /** An invocation that is under way or waits for another attempt. It is fired later than scheduled if the clock was set forward. */
  pending?: { id: string; scheduledAt: number; firedAt: number; attempt: number; dueAt: number };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
