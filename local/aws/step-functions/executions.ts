import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '#local/aws/service.ts';
import { isStorageFault } from '#local/aws/sqlite-file.ts';
import { readDefinition } from '#local/aws/step-functions/definition.ts';
import {
  details,
  type Input,
  readInput,
  readName,
  refuseUnknown,
  started,
  summary,
} from '#local/aws/step-functions/execution-wire.ts';
import { runSequence } from '#local/aws/step-functions/interpreter.ts';
import type { Execution, Journal, Status } from '#local/aws/step-functions/journal.ts';
import { type Json, StateError } from '#local/aws/step-functions/json-path.ts';
import type { Machine } from '#local/aws/step-functions/machine.ts';
import type { TaskRunner } from '#local/aws/step-functions/task.ts';
import { Interrupted, waitUntil } from '#local/aws/step-functions/waiting.ts';

/** How long an execution rests whose journal cannot be written. */
const restMs = 2000;

/** Starts, stops and shows executions, and runs those that are not over. */
export class Executions {
  readonly #journal: Journal;
  readonly #machines: ReadonlyMap<string, Machine>;
  readonly #runner: TaskRunner;
  readonly #onFault: (error: unknown) => void;
  readonly #running = new Map<string, AbortController>();
  #suspended = false;

  constructor(
    journal: Journal,
    machines: ReadonlyMap<string, Machine>,
    runner: TaskRunner,
    onFault: (error: unknown) => void,
  ) {
    this.#journal = journal;
    this.#machines = machines;
    this.#runner = runner;
    this.#onFault = onFault;
  }

  /** A second call with the name and input of a running execution gives the same one. */
  start(input: Input) {
    refuseUnknown(input, ['stateMachineArn', 'name', 'input', 'traceHeader']);
    const machine = this.#machine(input);
    const name = readName(input.name ?? randomUUID());
    const text = readInput(input.input ?? '{}');
    const arn = `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`;
    const known = this.#journal.execution(arn);
    if (known) {
      if (known.status === 'RUNNING' && known.input === text) return started(known);
      throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    const execution: Execution = {
      arn,
      machineArn: machine.arn,
      name,
      status: 'RUNNING',
      input: text,
      definition: machine.definition,
      roleArn: machine.roleArn,
      startedAt: this.#runner.clock.now(),
    };
    this.#journal.addExecution(execution);
    if (!this.#suspended) void this.#run(execution);
    return started(execution);
  }

  stop(input: Input) {
    refuseUnknown(input, ['executionArn', 'error', 'cause']);
    const execution = this.#execution(input);
    if (execution.status !== 'RUNNING') return { stopDate: (execution.stoppedAt ?? 0) / 1000 };
    this.#running.get(execution.arn)?.abort();
    const { error, cause } = input as { error?: string; cause?: string };
    const stopped = this.#finish(execution, 'ABORTED', { error, cause });
    return { stopDate: stopped.stoppedAt / 1000 };
  }

  describe(input: Input) {
    refuseUnknown(input, ['executionArn', 'includedData']);
    return details(this.#execution(input));
  }

  list(input: Input) {
    refuseUnknown(input, ['stateMachineArn', 'statusFilter', 'maxResults', 'nextToken']);
    const { arn } = this.#machine(input);
    const all = this.#journal
      .executionsOf(arn)
      .filter(({ status }) => !input.statusFilter || status === input.statusFilter);
    const from = Number(input.nextToken ?? 0);
    const to = from + (Number(input.maxResults) || 100);
    const page = all.slice(from, to).map(summary);
    return { executions: page, ...(to < all.length && { nextToken: String(to) }) };
  }

  describeMachine(input: Input) {
    refuseUnknown(input, ['stateMachineArn', 'includedData']);
    const { arn, name, definition, roleArn, declaredAt } = this.#machine(input);
    const creationDate = declaredAt / 1000;
    const state = { status: 'ACTIVE', type: 'STANDARD', creationDate };
    return { stateMachineArn: arn, name, definition, roleArn, ...state };
  }

  resume(): void {
    for (const execution of this.#journal.running())
      if (!this.#running.has(execution.arn)) void this.#run(execution);
  }

  /** Leaves everything as the journal has it, for the next process. */
  suspend(): void {
    this.#suspended = true;
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  /** Runs an execution to its end; when that cannot be written down, later on from what the journal has. */
  async #run(execution: Execution): Promise<void> {
    const stop = new AbortController();
    this.#running.set(execution.arn, stop);
    while (!stop.signal.aborted) {
      try {
        await this.#runToEnd(execution, stop.signal);
        break;
      } catch (error) {
        this.#onFault(error);
        await sleep(restMs, undefined, { ref: false });
      }
    }
    if (this.#running.get(execution.arn) === stop) this.#running.delete(execution.arn);
  }

  async #runToEnd(execution: Execution, stopped: AbortSignal): Promise<void> {
    const timeout = new AbortController();
    const ended = new AbortController();
    let outcome: [Status, Partial<Execution>];
    try {
      const states = readDefinition(execution.definition);
      const input: Json = JSON.parse(execution.input);
      const watch = AbortSignal.any([stopped, ended.signal]);
      this.#expire(execution, states.TimeoutSeconds, timeout, watch);
      const output = await runSequence({
        ...{ execution, path: '', states, input },
        ...{ journal: this.#journal, runner: this.#runner },
        signal: AbortSignal.any([watch, timeout.signal]),
      });
      outcome = ['SUCCEEDED', { output: JSON.stringify(output) }];
    } catch (error) {
      if (isStorageFault(error)) throw error;
      outcome = failure(error);
    } finally {
      ended.abort();
    }
    // A stopped execution is finished already, and a closed journal takes nothing more.
    if (!stopped.aborted) this.#finish(execution, ...outcome);
  }

  #expire(
    { startedAt }: Execution,
    seconds: number | undefined,
    timeout: AbortController,
    stopped: AbortSignal,
  ): void {
    if (seconds === undefined) return;
    const expired = waitUntil(this.#runner.clock, startedAt + seconds * 1000, stopped);
    expired.then(
      () => timeout.abort(),
      () => {},
    );
  }

  #finish(execution: Execution, status: Status, outcome: Partial<Execution>) {
    const stoppedAt = this.#runner.clock.now();
    const finished = { ...execution, ...outcome, status, stoppedAt };
    this.#journal.finishExecution(finished);
    return finished;
  }

  #machine(input: Input): Machine {
    const machine = this.#machines.get(String(input.stateMachineArn));
    if (machine) return machine;
    const message = `State Machine Does Not Exist: '${input.stateMachineArn}'`;
    throw new AwsError('StateMachineDoesNotExist', message);
  }

  #execution(input: Input): Execution {
    const execution = this.#journal.execution(String(input.executionArn));
    if (execution) return execution;
    const message = `Execution Does Not Exist: '${input.executionArn}'`;
    throw new AwsError('ExecutionDoesNotExist', message);
  }
}

/** Only a timeout interrupts an execution that was not stopped. */
function failure(error: unknown): [Status, Partial<Execution>] {
  if (error instanceof StateError) return ['FAILED', { error: error.error, cause: error.message }];
  if (error instanceof Interrupted) return ['TIMED_OUT', { error: 'States.Timeout' }];
  return ['FAILED', { error: 'States.Runtime', cause: String(error) }];
}
