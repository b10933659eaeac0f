import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '#local/wait-until.ts';
import { readDefinition } from './definition.ts';
import type { Execution, ExecutionStore, Status } from './execution-store.ts';
import { runStates } from './interpreter.ts';
import { StateError } from './state-error.ts';
import type { TaskRunner } from './task.ts';
import { Interrupted } from './waiting.ts';

/** Pause before another attempt to store the end of an execution. */
const restMs = 2000;

/**
 * Runs executions. Their steps are idempotent, so their progress is not stored: an execution that was
 * running when the process died starts again from its input.
 */
export class Executions {
  readonly #store: ExecutionStore;
  readonly #runner: TaskRunner;
  readonly #onFault: (error: unknown) => void;
  readonly #onEnd: (machineArn: string, status: string) => void;
  readonly #running = new Map<string, AbortController>();
  #suspended = false;

  constructor(
    store: ExecutionStore,
    runner: TaskRunner,
    onFault: (error: unknown) => void,
    onEnd: (machineArn: string, status: string) => void,
  ) {
    this.#store = store;
    this.#runner = runner;
    this.#onFault = onFault;
    this.#onEnd = onEnd;
  }

  start(execution: Execution): void {
    this.#store.put(execution);
    if (!this.#suspended) void this.#run(execution);
  }

  /** Restarts the executions that a previous process left unfinished. */
  resume(): void {
    for (const execution of this.#store.running()) {
      if (!this.#running.has(execution.arn)) void this.#run(execution);
    }
  }

  /** Leaves running executions to the next process. */
  suspend(): void {
    this.#suspended = true;
    for (const stop of this.#running.values()) stop.abort();
    this.#running.clear();
  }

  async #run(execution: Execution): Promise<void> {
    const stop = new AbortController();
    this.#running.set(execution.arn, stop);
    const outcome = await this.#runToEnd(execution, stop.signal);
    const finished = { ...execution, ...outcome, stoppedAt: this.#runner.clock.now() };
    // A suspended execution has no end yet, and the store may be closed.
    while (!stop.signal.aborted) {
      try {
        this.#store.put(finished);
        this.#running.delete(execution.arn);
        this.#onEnd(execution.machineArn, finished.status);
        return;
      } catch (error) {
        this.#onFault(error);
        await sleep(restMs, undefined, { ref: false });
      }
    }
  }

  async #runToEnd(execution: Execution, stopped: AbortSignal): Promise<Outcome> {
    const timeout = new AbortController();
    const ended = new AbortController();
    try {
      const states = readDefinition(execution.definition);
      if (states.TimeoutSeconds !== undefined) {
        const dueAt = execution.startedAt + states.TimeoutSeconds * 1000;
        const expired = waitUntil(this.#runner.clock, dueAt, ended.signal);
        void expired.then((isDue) => isDue && timeout.abort());
      }
      const run = {
        runner: this.#runner,
        machineArn: execution.machineArn,
        history: { events: 0 },
        roleArn: execution.roleArn,
        signal: AbortSignal.any([stopped, timeout.signal]),
      };
      const output = await runStates(run, states, JSON.parse(execution.input));
      return { status: 'SUCCEEDED', output: JSON.stringify(output) };
    } catch (error) {
      return failure(error);
    } finally {
      ended.abort();
    }
  }
}

interface Outcome {
  status: Status;
  output?: string;
  error?: string;
  cause?: string;
}

/** Only a timeout interrupts an execution that was not suspended. */
function failure(error: unknown): Outcome {
  if (error instanceof StateError) {
    return { status: 'FAILED', error: error.error, cause: error.message };
  }
  if (error instanceof Interrupted) return { status: 'TIMED_OUT', error: 'States.Timeout' };
  return { status: 'FAILED', error: 'States.Runtime', cause: String(error) };
}
