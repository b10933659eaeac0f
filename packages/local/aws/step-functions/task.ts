import {
  AwsError,
  FunctionError,
  type InvokeFunction,
  type Permission,
} from '#local/aws/service.ts';
import type { AdvancingClock } from '#local/clock.ts';
import { waitUntil } from '#local/wait-until.ts';
import type { Task } from './definition.ts';
import type { Json } from './paths.ts';
import { StateError } from './state-error.ts';
import { Interrupted, interruptible } from './waiting.ts';

/** What runs the functions of tasks. */
export interface TaskRunner {
  clock: AdvancingClock;
  invoke: InvokeFunction;
  /** Throws `AwsError` unless the role may do what the permission says. */
  authorize(roleArn: string, permission: Permission): void | Promise<void>;
}

/** Runs the function of a task. Throws `StateError` with the error name that AWS would give. */
export async function runTask(
  { clock, invoke, authorize }: TaskRunner,
  { Resource, TimeoutSeconds }: Task,
  roleArn: string,
  input: Json,
  signal: AbortSignal,
): Promise<Json> {
  const done = new AbortController();
  try {
    await authorize(roleArn, { action: 'lambda:InvokeFunction', resource: Resource });
    const answers = [invoke(Resource, input) as Promise<Json>];
    if (TimeoutSeconds !== undefined) {
      const dueAt = clock.now() + TimeoutSeconds * 1000;
      const late = waitUntil(clock, dueAt, done.signal).then(() => {
        throw new StateError('States.Timeout', `The task took longer than ${TimeoutSeconds} s`);
      });
      late.catch(() => {});
      answers.push(late);
    }
    return (await interruptible(Promise.race(answers), signal)) ?? null;
  } catch (error) {
    throw asStateError(error);
  } finally {
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
