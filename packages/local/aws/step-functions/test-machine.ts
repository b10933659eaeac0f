import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callAsHost } from '#local/aws/run-operation.ts';
import type { InvokeFunction } from '#local/aws/service.ts';
import { testClock } from '#local/test-clock.ts';
import { openStepFunctions, type StepFunctionsOptions } from './step-functions.ts';

export const machineArn = 'arn:aws:states:eu-west-1:000000000000:stateMachine:test';

/** ARN of a function in the tests' account. */
export function functionArn(name: string): string {
  return `arn:aws:lambda:eu-west-1:000000000000:function:${name}`;
}

/** A map that runs these states, of which the first has the name `item`, with `{ item }` for each item. */
export function mapOver(ItemsPath: string, States: Record<string, object>) {
  return {
    Type: 'Map',
    ItemsPath,
    ItemSelector: { 'item.$': '$$.Map.Item.Value' },
    MaxConcurrency: 2,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'item',
      States,
    },
    ResultPath: null,
  };
}

/** Step Functions with one machine; functions are given by name. */
export async function openTestMachine(
  definition: object,
  functions: Record<string, (payload: never) => unknown> = {},
  options: Partial<StepFunctionsOptions> = {},
) {
  const clock = testClock();
  const invoke: InvokeFunction = async (arn, payload) => {
    const run = functions[arn.slice(arn.lastIndexOf(':') + 1)];
    if (!run) throw new Error(`no function ${arn}`);
    return run(payload as never);
  };
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'states-'));
  const states = await openStepFunctions({ dataDir, clock, invoke, ...options });
  await states.declare({
    stack: 'test',
    logicalId: 'Machine',
    type: 'AWS::StepFunctions::StateMachine',
    ref: machineArn,
    attributes: {},
    metadata: {},
    properties: {
      DefinitionString: JSON.stringify(definition),
      RoleArn: 'arn:aws:iam::000000000000:role/machine',
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  const call = (operation: string, input: object): Promise<any> =>
    callAsHost(states, operation, input);
  /** Waits for the end of an execution. */
  const end = async (executionArn: string) => {
    for (;;) {
      const execution = await call('DescribeExecution', { executionArn });
      if (execution.status !== 'RUNNING') return execution;
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  const start = (input: unknown = {}, name?: string) =>
    call('StartExecution', { stateMachineArn: machineArn, input: JSON.stringify(input), name });
  /** Runs an execution to its end; `output` is parsed. */
  const run = async (input: unknown = {}) => {
    const { executionArn } = await start(input);
    const { status, output, error, cause } = await end(executionArn);
    return { status, error, cause, output: output && JSON.parse(output) };
  };
  return { states, clock, call, start, end, run, dataDir };
}
