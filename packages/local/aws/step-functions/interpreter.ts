import { waitUntil } from '#local/wait-until.ts';
import type { Choice, MapState, Retrier, State, States } from './definition.ts';
import { isPresent, type Json, putAt, valueAt } from './paths.ts';
import { catcherFor, nextAttempt } from './retries.ts';
import { StateError } from './state-error.ts';
import { runTask, type TaskRunner } from './task.ts';
import { refuseInterrupted } from './waiting.ts';

/** An execution that runs. */
export interface Run {
  runner: TaskRunner;
  machineArn: string;
  /** Role of the state machine, which must be allowed to invoke its functions and to start itself. */
  roleArn: string;
  /** Events so far. */
  history: { events: number };
  /** Ends the run: the execution has timed out, or the process stops. */
  signal: AbortSignal;
}

/** The most that may pass between two states. */
const maxBytes = 256 * 1024;
/** The longest history of a standard execution. */
const maxEvents = 25_000;
/** Events of entering and leaving a state, of an attempt of a task, and of a run of a map. */
const events = { state: 2, Task: 3, Map: 4 };

/**
 * Runs states from the start state to the end and returns the output. Throws `StateError` for an error that
 * is not caught.
 */
export async function runStates(run: Run, states: States, input: Json): Promise<Json> {
  let name = states.StartAt;
  let value = input;
  for (;;) {
    refuseInterrupted(run.signal);
    const state = states.States[name]!;
    addEvents(run, events.state);
    if (state.Type === 'Fail') throw new StateError(state.Error, state.Cause);
    if (state.Type === 'Choice') {
      name = chosen(state, value);
      continue;
    }
    try {
      const result = await runWithRetries(run, state, value);
      value = state.ResultPath === null ? value : limited(putAt(state.ResultPath, value, result));
      if (state.Next === undefined) return value;
      name = state.Next;
    } catch (error) {
      const catcher = error instanceof StateError && catcherFor(state.Catch, error);
      if (!catcher) throw error;
      value = putAt(catcher.ResultPath, value, { Error: error.error, Cause: error.message });
      name = catcher.Next;
    }
  }
}

/** The state that the first rule that holds leads to. */
function chosen({ Choices, Default }: Choice, input: Json): string {
  const rule = Choices.find(({ Variable, IsPresent }) => isPresent(Variable, input) === IsPresent);
  return rule?.Next ?? Default;
}

type Step = Exclude<State, { Type: 'Fail' | 'Choice' }>;

async function runWithRetries(run: Run, state: Step, input: Json): Promise<Json> {
  const { clock } = run.runner;
  const made = new Map<Retrier, number>();
  for (;;) {
    try {
      addEvents(run, events[state.Type]);
      return state.Type === 'Map'
        ? await runMap(run, state, input)
        : await runTask(run.runner, state, run.roleArn, input, run.signal);
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      const attempt = nextAttempt(state.Retry, made, error);
      if (!attempt) throw error;
      made.set(attempt.retrier, (made.get(attempt.retrier) ?? 0) + 1);
      await waitUntil(clock, clock.now() + attempt.delayMs, run.signal);
      refuseInterrupted(run.signal);
    }
  }
}

/** Runs an execution for each item, so many at a time. The first that fails stops the others. */
async function runMap(run: Run, state: MapState, input: Json): Promise<Json> {
  const items = valueAt(state.ItemsPath, input, 'States.Runtime');
  if (!Array.isArray(items)) throw new StateError('States.Runtime', 'Map needs a list');
  await requireStart(run);
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const outputs: Json[] = Array.from({ length: items.length });
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      const child = { ...run, signal, history: { events: 0 } };
      const item = limited(selectItem(state, input, items[index]!));
      outputs[index] = await runStates(child, state.ItemProcessor, item);
    }
  };
  try {
    const workers = Math.min(state.MaxConcurrency, items.length);
    await Promise.all(Array.from({ length: workers }, work));
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    throw new StateError(
      'States.ExceedToleratedFailureThreshold',
      'The specified tolerated failure threshold was exceeded',
    );
  } finally {
    failed.abort();
  }
  return limited(outputs);
}

/** Throws `States.Permissions` unless the role may start executions of its own machine. */
async function requireStart({ runner, roleArn, machineArn }: Run): Promise<void> {
  try {
    await runner.authorize(roleArn, { action: 'states:StartExecution', resource: machineArn });
  } catch (error) {
    throw new StateError('States.Permissions', (error as Error).message);
  }
}

function selectItem({ ItemSelector }: MapState, input: Json, item: Json): Json {
  const selected = Object.entries(ItemSelector).map(([key, path]): [string, Json] => [
    key.slice(0, -'.$'.length),
    path.startsWith('$$') ? item : valueAt(path, input, 'States.ParameterPathFailure'),
  ]);
  return Object.fromEntries(selected);
}

/** Throws for a history that AWS would not keep. */
function addEvents({ history }: Run, added: number): void {
  history.events += added;
  if (history.events > maxEvents) {
    throw new StateError('States.Runtime', `The history has more than ${maxEvents} events`);
  }
}

/** Throws `States.DataLimitExceeded` for what AWS would not carry. */
function limited(value: Json): Json {
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size <= maxBytes) return value;
  throw new StateError(
    'States.DataLimitExceeded',
    `${size} bytes pass between two states; the limit is ${maxBytes}`,
  );
}
