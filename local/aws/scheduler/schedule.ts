import { checkExpression } from '#local/aws/scheduler/expression.ts';
import { AwsError } from '#local/aws/service.ts';

interface Target {
  Arn: string;
  RoleArn: string;
  /** JSON for the function; may name `<aws.scheduler.scheduled-time>` and the like. */
  Input?: string;
  RetryPolicy?: { MaximumEventAgeInSeconds?: number; MaximumRetryAttempts?: number };
}

/** What a schedule says, as in the API. Dates in milliseconds. */
export interface Definition {
  ScheduleExpression: string;
  ScheduleExpressionTimezone: string;
  FlexibleTimeWindow: { Mode: 'OFF' };
  State: 'ENABLED' | 'DISABLED';
  ActionAfterCompletion: 'NONE' | 'DELETE';
  Target: Target;
  Description?: string;
  StartDate?: number;
  EndDate?: number;
}

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

type Input = Record<string, unknown>;

const members = [
  ...['ScheduleExpression', 'ScheduleExpressionTimezone', 'FlexibleTimeWindow', 'State', 'Target'],
  ...['ActionAfterCompletion', 'Description', 'StartDate', 'EndDate'],
];

/** Reads a definition of the API or a template. Throws `ValidationException` on what is not emulated. */
export function readDefinition(input: Input): Definition {
  const unknown = Object.keys(input).find((name) => !members.includes(name));
  if (unknown) throw invalid(`${unknown} is not emulated`);
  const expression = String(input.ScheduleExpression ?? '');
  try {
    checkExpression(expression);
  } catch (error) {
    throw invalid((error as Error).message);
  }
  const timezone = input.ScheduleExpressionTimezone ?? 'UTC';
  if (timezone !== 'UTC') throw invalid(`time zone ${timezone} is not emulated`);
  const window = input.FlexibleTimeWindow as { Mode?: string } | undefined;
  if (window?.Mode !== 'OFF') throw invalid('FlexibleTimeWindow must be OFF');
  return {
    ScheduleExpression: expression,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    State: oneOf(input.State, 'ENABLED', 'DISABLED'),
    ActionAfterCompletion: oneOf(input.ActionAfterCompletion, 'NONE', 'DELETE'),
    Target: readTarget(input.Target),
    Description: input.Description as string | undefined,
    StartDate: readDate(input.StartDate),
    EndDate: readDate(input.EndDate),
  };
}

function readTarget(value: unknown): Target {
  const { Arn, RoleArn, Input, RetryPolicy, ...rest } = (value ?? {}) as Input;
  const [unknown] = Object.keys(rest);
  if (unknown) throw invalid(`Target.${unknown} is not emulated`);
  if (!/^arn:aws[\w-]*:lambda:[\w-]+:\d+:function:[\w:$-]+$/.test(String(Arn)))
    throw invalid(`Provided Arn ${Arn} is not that of a function: other targets are not emulated`);
  if (!/^arn:aws[\w-]*:iam::\d+:role\/.+$/.test(String(RoleArn)))
    throw invalid(`Provided RoleArn ${RoleArn} is not that of a role`);
  if (Input !== undefined) checkInput(String(Input));
  const target: Target = { Arn: String(Arn), RoleArn: String(RoleArn) };
  if (Input !== undefined) target.Input = String(Input);
  if (RetryPolicy !== undefined) target.RetryPolicy = RetryPolicy as Target['RetryPolicy'];
  return target;
}

function checkInput(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw invalid('Target.Input must be JSON for a function');
  }
}

/** Seconds from the API, ISO text from a template. */
function readDate(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === 'number' ? value * 1000 : Date.parse(String(value));
  if (Number.isNaN(time)) throw invalid(`${value} is not a date`);
  return time;
}

function oneOf<T extends string>(value: unknown, fallback: T, other: T): T {
  if (value === undefined || value === fallback) return fallback;
  if (value === other) return other;
  throw invalid(`${value} must be ${fallback} or ${other}`);
}

export function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
