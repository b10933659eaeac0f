import type { Choice, MapState, Retrier, State, States } from './definition.ts';
import { isPresent, type Json, putAt, valueAt } from './paths.ts';
import { catcherFor, nextAttempt } from './retries.ts';
import { StateError } from './state-error.ts';
import { runTask, type TaskRunner } from './task.ts';
import { refuseInterrupted, waitUntil } from './waiting.ts';

/** An execution that runs. */
export interface Run {
  runner: TaskRunner;
  /** Role of the state machine, which must be allowed to invoke its functions. */
  roleArn: string;
  /** Ends the run: the execution has timed out, or the process stops. */
  signal: AbortSignal;
}

/** The most that may pass between two states. */
const maxBytes = 256 * 1024;

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
    if (state.Type === 'Fail') throw new StateError(state.Error, state.Cause);
    if (state.Type === 'Choice') {
      name = chosen(state, value);
      continue;
    }
    try {
      value = limited(putAt(state.ResultPath, value, await runWithRetries(run, state, value)));
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
      return state.Type === 'Map'
        ? await runMap(run, state, input)
        : await runTask(run.runner, state, run.roleArn, input, run.signal);
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      const attempt = nextAttempt(state.Retry, made, error);
      if (!attempt) throw error;
      made.set(attempt.retrier, (made.get(attempt.retrier) ?? 0) + 1);
      await waitUntil(clock, clock.now() + attempt.delayMs, run.signal);
    }
  }
}

/** Runs the body of a map for every item, so many at a time. The first error ends the others. */
async function runMap(run: Run, state: MapState, input: Json): Promise<Json> {
  const items = valueAt(state.ItemsPath, input, 'States.Runtime');
  if (!Array.isArray(items)) throw new StateError('States.Runtime', 'Map needs a list');
  const failed = new AbortController();
  const itemRun = { ...run, signal: AbortSignal.any([run.signal, failed.signal]) };
  const outputs: Json[] = Array.from({ length: items.length });
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const index = next++;
      const item = selectItem(state, input, items[index]!);
      outputs[index] = await runStates(itemRun, state.ItemProcessor, item);
    }
  };
  try {
    const workers = Math.min(state.MaxConcurrency, items.length);
    await Promise.all(Array.from({ length: workers }, work));
    return outputs;
  } finally {
    failed.abort();
  }
}

function selectItem({ ItemSelector }: MapState, input: Json, item: Json): Json {
  if (!ItemSelector) return item;
  const selected = Object.entries(ItemSelector).map(([key, path]): [string, Json] => [
    key.slice(0, -'.$'.length),
    path.startsWith('$$') ? item : valueAt(path, input, 'States.ParameterPathFailure'),
  ]);
  return Object.fromEntries(selected);
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
