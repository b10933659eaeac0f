import * as z from 'zod';
import { describeIssue } from '#local/describe-issue.ts';

/*
 * Amazon States Language as the workflows of the product use it: tasks that are functions, distributed
 * maps, choices by whether a field is there, failures, retries and catches. https://states-language.net/spec.html
 */

const path = z.string().regex(/^\$(\.[A-Za-z_]\w*)*$/, { error: 'is not a path of field names' });
const functionArn = z.string().regex(/^arn:aws[\w-]*:lambda:[\w-]+:\d+:function:[\w-]+$/, {
  error: 'is not the ARN of a function: other tasks are not emulated',
});

const retrier = z.strictObject({
  ErrorEquals: z.array(z.string()).min(1),
  IntervalSeconds: z.number().min(0).default(1),
  MaxAttempts: z.int().min(0).default(3),
  BackoffRate: z.number().min(1).default(2),
  MaxDelaySeconds: z.number().positive().optional(),
  JitterStrategy: z.enum(['FULL', 'NONE']).default('NONE'),
});
const catcher = z.strictObject({
  ErrorEquals: z.array(z.string()).min(1),
  Next: z.string(),
  ResultPath: path.default('$'),
});

/** `States.ALL` takes every error, so that nothing may follow it. */
const allComesLast = (rules: readonly { ErrorEquals: string[] }[]) =>
  rules.every(
    ({ ErrorEquals }, i) =>
      !ErrorEquals.includes('States.ALL') || (ErrorEquals.length === 1 && i === rules.length - 1),
  );
const rules = { error: 'States.ALL must stand alone, in the last rule' };

/** Members of every state that does something. */
const step = {
  Next: z.string().optional(),
  End: z.literal(true).optional(),
  ResultPath: path.default('$'),
  Retry: z.array(retrier).refine(allComesLast, rules).default([]),
  Catch: z.array(catcher).refine(allComesLast, rules).default([]),
};

const task = z.strictObject({
  Type: z.literal('Task'),
  Resource: functionArn,
  TimeoutSeconds: z.int().positive().optional(),
  ...step,
});
const fail = z.strictObject({
  Type: z.literal('Fail'),
  Error: z.string().default(''),
  Cause: z.string().default(''),
});
/** A distributed map: each item is a standard execution of its own. Its results are discarded. */
const map = z.strictObject({
  Type: z.literal('Map'),
  ItemsPath: path,
  /** Keys end in `.$` and take their value from a path or from the item. */
  ItemSelector: z.record(
    z.string().endsWith('.$', { error: 'must end in .$: literal values are not emulated' }),
    z.union([path, z.literal('$$.Map.Item.Value')]),
  ),
  MaxConcurrency: z.int().min(1).max(10_000),
  ItemProcessor: z.strictObject({
    ProcessorConfig: z.strictObject({
      Mode: z.literal('DISTRIBUTED'),
      ExecutionType: z.literal('STANDARD'),
    }),
    StartAt: z.string(),
    States: z.record(z.string(), z.discriminatedUnion('Type', [task, fail])),
  }),
  ...step,
  ResultPath: z.null(),
});
const choice = z.strictObject({
  Type: z.literal('Choice'),
  Choices: z
    .array(z.strictObject({ Variable: path, IsPresent: z.boolean(), Next: z.string() }))
    .min(1),
  Default: z.string(),
});
const definition = z.strictObject({
  Comment: z.string().optional(),
  StartAt: z.string(),
  TimeoutSeconds: z.int().positive().optional(),
  States: z.record(z.string(), z.discriminatedUnion('Type', [task, map, choice, fail])),
});

export type Retrier = z.output<typeof retrier>;
export type Catcher = z.output<typeof catcher>;
export type Task = z.output<typeof task>;
export type MapState = z.output<typeof map>;
export type Choice = z.output<typeof choice>;
export type State = z.output<typeof definition>['States'][string];

/** States with their start state: a whole definition, or the body of a map. */
export interface States {
  StartAt: string;
  States: Record<string, State>;
}

/** Reads a definition. Throws, naming the place, on anything that the interpreter cannot run. */
export function readDefinition(text: string): z.output<typeof definition> {
  const parsed = definition.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(describeIssue(parsed.error));
  checkTransitions(parsed.data);
  return parsed.data;
}

/** @param known names of states so far: those within a map may not repeat others */
function checkTransitions({ StartAt, States }: States, known = new Set<string>()): void {
  const follow = (from: string, to: string) => {
    if (!Object.hasOwn(States, to)) throw new Error(`${from} leads to ${to}, which is not a state`);
  };
  follow('StartAt', StartAt);
  for (const [name, state] of Object.entries(States)) {
    if (known.has(name)) throw new Error(`two states are called ${name}`);
    known.add(name);
    if (state.Type === 'Fail') continue;
    if (state.Type === 'Choice') {
      for (const { Next } of [...state.Choices, { Next: state.Default }]) follow(name, Next);
      continue;
    }
    if (!state.End) follow(name, String(state.Next));
    for (const { Next } of state.Catch) follow(name, Next);
    if (state.Type === 'Map') checkTransitions(state.ItemProcessor, known);
  }
}
