import { join } from 'node:path';
import {
  AwsError,
  type InvokeFunction,
  type Permission,
  type RpcService,
} from '#local/aws/service.ts';
import { Executions } from '#local/aws/step-functions/executions.ts';
import { Journal } from '#local/aws/step-functions/journal.ts';
import { type Machine, readMachine } from '#local/aws/step-functions/machine.ts';
import type { Authorize } from '#local/aws/step-functions/task.ts';
import type { Clock } from '#local/clock.ts';

export interface StepFunctionsOptions {
  dataDir: string;
  clock: Clock;
  invoke: InvokeFunction;
  /** Checks that a state machine's role may invoke a function. Without it every role may. */
  authorize?: Authorize;
  /** Hears why an execution cannot go on for now; standard error by default. */
  onFault?(error: unknown): void;
}

export interface StepFunctionsService extends RpcService {
  /** Goes on with what a previous process left unfinished. Call it when all resources are declared. */
  resume(): void;
  /** Starts no more functions, and hears no more what becomes of those that run: the next process goes on. */
  suspend(): void;
}

/** Action, and the member that names its resource. */
const operations: Record<string, string> = {
  StartExecution: 'stateMachineArn',
  ListExecutions: 'stateMachineArn',
  DescribeStateMachine: 'stateMachineArn',
  DescribeExecution: 'executionArn',
  StopExecution: 'executionArn',
};

/**
 * Opens the local Step Functions: standard workflows in JSONPath whose progress survives a kill of
 * the process. Suspend it before the functions stop, or that is taken for failures of tasks.
 */
export async function openStepFunctions(
  options: StepFunctionsOptions,
): Promise<StepFunctionsService> {
  const { dataDir, clock, invoke, authorize = () => {}, onFault = console.error } = options;
  const journal = new Journal(join(dataDir, 'step-functions.sqlite'), clock.now());
  const machines = new Map<string, Machine>();
  const executions = new Executions(journal, machines, { clock, invoke, authorize }, onFault);
  return {
    name: 'states',
    protocol: 'json-1.0',
    resourceTypes: ['AWS::StepFunctions::StateMachine'],
    async declare(resource) {
      const machine = readMachine(resource, clock.now());
      machines.set(machine.arn, machine);
    },
    permissions(operation, input): Permission[] {
      const member = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!member) throw unknownOperation(operation);
      const resource = String(input[member] ?? '');
      if (!resource.startsWith('arn:'))
        throw new AwsError('InvalidArn', `Invalid Arn: '${resource}'`);
      return [{ action: `states:${operation}`, resource }];
    },
    async call(operation, input) {
      switch (operation) {
        case 'StartExecution':
          return executions.start(input);
        case 'StopExecution':
          return executions.stop(input);
        case 'DescribeExecution':
          return executions.describe(input);
        case 'ListExecutions':
          return executions.list(input);
        case 'DescribeStateMachine':
          return executions.describeMachine(input);
        default:
          throw unknownOperation(operation);
      }
    },
    resume: () => executions.resume(),
    suspend: () => executions.suspend(),
    async close() {
      executions.suspend();
      journal.close();
    },
  };
}

function unknownOperation(operation: string): AwsError {
  return new AwsError('UnknownOperationException', `states:${operation} is not emulated`);
}
