import * as z from 'zod';
import { parseInput } from '#local/aws/run-operation.ts';
import { expressionProblem } from '#local/aws/scheduler/expression.ts';
import { AwsError } from '#local/aws/service.ts';

const expression = z
  .string()
  .max(256)
  .superRefine((text, context) => {
    const message = expressionProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

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

/** Seconds from the API, ISO text from a template; kept in milliseconds. */
const date = z
  .union([z.number().transform((seconds) => seconds * 1000), z.string().transform(Date.parse)])
  .refine(Number.isFinite, { error: 'is not a date' });

const definition = z.strictObject({
  ScheduleExpression: expression,
  ScheduleExpressionTimezone: z
    .literal('UTC', { error: 'other time zones are not emulated' })
    .default('UTC'),
  FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  Target: target,
  Description: z.string().max(512).optional(),
  StartDate: date.optional(),
  EndDate: date.optional(),
});

/** What a schedule says, as in the API. Dates in milliseconds. */
export type Definition = z.output<typeof definition>;

/** One schedule, as stored. */
export interface Schedule {
  arn: string;
  group: string;
  name: string;
  /** Declared ones go when the template no longer has them. */
  declared: boolean;
  definition: Definition;
  clientToken?: string;
  createdAt: number;
  modifiedAt: number;
  /** When it fires next; absent when it is over. */
  dueAt?: number;
  /** An invocation that is under way or waits for another attempt. */
  pending?: { id: string; scheduledAt: number; attempt: number; dueAt: number };
}

/** Reads a definition of the API or a template. Throws `ValidationException` on what is not emulated. */
export function readDefinition(input: Record<string, unknown>): Definition {
  return parseInput(definition, input, 'ValidationException');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
