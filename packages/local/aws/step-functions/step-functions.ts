import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import {
  AwsError,
  defineOperation,
  type InvokeFunction,
  type Permission,
  type Service,
} from '#local/aws/service.ts';
import type { AdvancingClock } from '#local/clock.ts';
import { type Execution, ExecutionStore } from './execution-store.ts';
import { Executions } from './executions.ts';
import { type Machine, readMachine } from './machine.ts';

export interface StepFunctionsOptions {
  dataDir: string;
  clock: AdvancingClock;
  invoke: InvokeFunction;
  /** Checks that a state machine's role may invoke a function. Without it every role may. */
  authorize?(roleArn: string, permission: Permission): void | Promise<void>;
  /**
   * Called with the reason when an execution cannot continue for now; writes to standard error by default.
   */
  onFault?(error: unknown): void;
  /** Hears of every execution how it ended: `SUCCEEDED`, `FAILED` or `TIMED_OUT`. */
  onEnd?(machineArn: string, status: string): void;
}

export interface StepFunctionsService extends Service {
  /**
   * Restarts the executions that a previous process left unfinished. Call it when all resources are
   * declared.
   */
  resume(): void;
  /** Starts no more functions and ignores the results of running ones. The next process runs them again. */
  suspend(): void;
}

const maxInputBytes = 256 * 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a name may not have
const names = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]{1,80}$/;
const arn = z.string().startsWith('arn:');

/**
 * Opens the local Step Functions: standard workflows whose executions survive a kill of the process.
 * Suspend it before the functions stop. Otherwise their end counts as failed tasks.
 */
export async function openStepFunctions(
  options: StepFunctionsOptions,
): Promise<StepFunctionsService> {
  const {
    dataDir,
    clock,
    invoke,
    authorize = () => {},
    onFault = console.error,
    onEnd = () => {},
  } = options;
  const store = new ExecutionStore(join(dataDir, 'step-functions.sqlite'), clock.now());
  const machines = new Map<string, Machine>();
  const executions = new Executions(store, { clock, invoke, authorize }, onFault, onEnd);

  return {
    name: 'states',
    protocol: 'json-1.0',
    invalidInput: 'ValidationException',
    resourceTypes: ['AWS::StepFunctions::StateMachine'],
    async declare(resource) {
      const machine = readMachine(resource);
      machines.set(machine.arn, machine);
    },
    operations: {
      StartExecution: defineOperation({
        input: z.strictObject({
          stateMachineArn: arn,
          name: z.string().default(randomUUID),
          input: z.string().default('{}'),
        }),
        permission: ({ stateMachineArn }) => ({
          action: 'states:StartExecution',
          resource: stateMachineArn,
        }),
        run({ stateMachineArn, name, input }) {
          const machine = machines.get(stateMachineArn);
          if (!machine) {
            throw new AwsError('StateMachineDoesNotExist', `There is no ${stateMachineArn}`);
          }
          checkName(name);
          checkInput(input);
          const executionArn = `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`;
          const known = store.get(executionArn);
          // A second call with the name and input of a running execution gives the same one.
          if (known?.status === 'RUNNING' && known.input === input) return started(known);
          if (known) {
            throw new AwsError('ExecutionAlreadyExists', `There is a ${executionArn} already`);
          }
          const execution: Execution = {
            arn: executionArn,
            machineArn: machine.arn,
            name,
            status: 'RUNNING',
            input,
            definition: machine.definition,
            roleArn: machine.roleArn,
            startedAt: clock.now(),
          };
          executions.start(execution);
          return started(execution);
        },
      }),
      DescribeExecution: defineOperation({
        input: z.strictObject({ executionArn: arn }),
        permission: ({ executionArn }) => ({
          action: 'states:DescribeExecution',
          resource: executionArn,
        }),
        run({ executionArn }) {
          const execution = store.get(executionArn);
          if (!execution) {
            throw new AwsError('ExecutionDoesNotExist', `There is no ${executionArn}`);
          }
          return details(execution);
        },
      }),
    },
    resume: () => executions.resume(),
    suspend: () => executions.suspend(),
    async close() {
      executions.suspend();
      store.close();
    },
  };
}

function checkName(name: string): void {
  if (!names.test(name)) throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
}

/** Throws unless an input is JSON of a size that AWS takes. */
function checkInput(input: string): void {
  try {
    if (Buffer.byteLength(input) > maxInputBytes) throw new Error('too large');
    JSON.parse(input);
  } catch {
    throw new AwsError('InvalidExecutionInput', 'Invalid State Machine Execution Input');
  }
}

function started({ arn: executionArn, startedAt }: Execution) {
  return { executionArn, startDate: startedAt / 1000 };
}

function details(execution: Execution) {
  const { stoppedAt } = execution;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: execution.status,
    startDate: execution.startedAt / 1000,
    stopDate: stoppedAt && stoppedAt / 1000,
    input: execution.input,
    output: execution.output,
    error: execution.error,
    cause: execution.cause,
  };
}
