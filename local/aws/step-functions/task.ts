import {
  AwsError,
  FunctionError,
  type InvokeFunction,
  type Permission,
} from '#local/aws/service.ts';
import type { State } from '#local/aws/step-functions/definition.ts';
import { type Json, StateError } from '#local/aws/step-functions/json-path.ts';
import { Interrupted, interruptible, waitUntil } from '#local/aws/step-functions/waiting.ts';
import type { Clock } from '#local/clock.ts';

/** Throws `AwsError` unless the role may do what the permission says. */
export type Authorize = (roleArn: string, permission: Permission) => void | Promise<void>;

export interface TaskRunner {
  clock: Clock;
  invoke: InvokeFunction;
  authorize: Authorize;
}

export interface TaskCall {
  state: State;
  /** The state's input after `Parameters`. */
  input: Json;
  roleArn: string;
  timeoutSeconds: number | undefined;
  signal: AbortSignal;
}

/** Runs the function of a Task state. Throws `StateError` with the error name that AWS would give. */
export async function runTask(runner: TaskRunner, call: TaskCall): Promise<Json> {
  const { state, input, roleArn } = call;
  const integration = state.Resource?.includes(':states:');
  const { FunctionName, Payload = {} } = (integration ? input : {}) as Record<string, Json>;
  const arn = String(integration ? FunctionName : state.Resource).replace(/:\$LATEST$/, '');
  try {
    await runner.authorize(roleArn, { action: 'lambda:InvokeFunction', resource: arn });
    const answer = runner.invoke(arn, integration ? Payload : input) as Promise<Json>;
    const result = (await withinTimeout(runner.clock, answer, call)) ?? null;
    if (!integration) return result;
    return { ExecutedVersion: '$LATEST', Payload: result, StatusCode: 200 };
  } catch (error) {
    throw asStateError(error);
  }
}

async function withinTimeout<T>(clock: Clock, answer: Promise<T>, call: TaskCall): Promise<T> {
  const { signal, timeoutSeconds } = call;
  if (timeoutSeconds === undefined) return interruptible(answer, signal);
  const done = new AbortController();
  const timer = waitUntil(clock, clock.now() + timeoutSeconds * 1000, done.signal);
  const timeout = timer.then(() => {
    throw new StateError('States.Timeout', `The task took longer than ${timeoutSeconds} s`);
  });
  try {
    return await interruptible(Promise.race([answer, timeout]), signal);
  } finally {
    timeout.catch(() => {});
    done.abort();
  }
}

function asStateError(error: unknown): Error {
  if (error instanceof Interrupted || error instanceof StateError) return error;
  if (error instanceof FunctionError) {
    const cause = { errorType: error.errorType, errorMessage: error.message };
    return new StateError(error.errorType, JSON.stringify(cause));
  }
  const message = error instanceof Error ? error.message : String(error);
  const name = error instanceof AwsError ? 'Lambda.AWSLambdaException' : 'Lambda.ServiceException';
  return new StateError(name, message);
}
